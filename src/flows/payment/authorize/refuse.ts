import type { Refusal } from '#domain/eligibility.ts'
import { newId } from '#domain/ids.ts'
import { keptText } from '#domain/kept-text.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { findParentMetadata, insertRefused } from '#store/transactions/transactions.ts'
import { StaleConfig } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { draftTransaction } from './draft-transaction.ts'
import type { PaymentRequest } from './payment-request.ts'

/** Stores an INVALID record, which reserves no reference, and its event (docs/reference/requests.md#refusals). */
export async function refuse(
  gateway: Gateway,
  config: TerminalConfig,
  request: PaymentRequest,
  refusal: Refusal,
): Promise<NextStep> {
  const transaction = await refuseTransaction(gateway, config, draftTransaction(gateway, request), refusal)
  return { kind: 'result', transaction }
}

export async function refuseTransaction(
  gateway: Gateway,
  config: TerminalConfig,
  draft: Transaction,
  refusal: Refusal,
): Promise<Transaction> {
  const { property, message, code, params = [] } = refusal
  const transaction: Transaction = {
    ...draft,
    status: 'INVALID',
    processingCode: code,
    responseMessage: keptText(message),
    errors: [{ property, message, params }],
  }
  const parentMetadata = await findParentMetadata(gateway.sql, transaction)
  const event = { id: newId('evt'), text: transactionProcessed(transaction, parentMetadata) }
  const extras = { browserInfo: null, notificationUrl: null }
  const recorded = await insertRefused(gateway.sql, config.version, transaction, extras, event)
  if (!recorded) throw new StaleConfig()
  gateway.observer.transactionEnded(transaction, null)
  return transaction
}
