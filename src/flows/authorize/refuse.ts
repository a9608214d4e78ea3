import type { BusinessRefusal } from '#domain/acceptance.ts'
import { newId } from '#domain/ids.ts'
import type { Directory } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { insertRefused } from '#store/transactions.ts'
import { OutdatedPicture } from '../directory-cache.ts'
import type { Gateway } from '../gateway.ts'
import { blankTransaction } from './draft-transaction.ts'
import type { Order } from './order.ts'

/** Stores an INVALID record, which holds no reference, and its event where the terminal exists (contract section 3). */
export async function refuse(
  gateway: Gateway,
  directory: Directory,
  order: Order,
  refusal: BusinessRefusal,
): Promise<NextStep> {
  const { property, message, code } = refusal
  const transaction: Transaction = {
    ...blankTransaction(gateway, order),
    status: 'INVALID',
    processingCode: code,
    responseMessage: message,
    errors: [{ property, message, params: [] }],
  }
  const event = directory.terminal && { id: newId('evt'), text: transactionProcessed(transaction) }
  const extras = { browserInfo: null, notificationUrl: null }
  const recorded = await insertRefused(gateway.sql, directory.version, transaction, extras, event)
  if (!recorded) throw new OutdatedPicture()
  return { kind: 'result', transaction }
}
