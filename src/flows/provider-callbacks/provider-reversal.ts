import { createHash } from 'node:crypto'
import { idFrom, newId } from '#domain/ids.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import { type KeptOutcome, keptOutcome, statusOf, type Transaction } from '#domain/transaction.ts'
import { TRANSACTION_TYPES, type TransactionType } from '#domain/transaction-type.ts'
import { moneyReturned } from '#events/further-events.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Attempt } from '#store/transactions/attempts.ts'
import { insertReversal } from '#store/transactions/reversals.ts'
import { findParentMetadata, findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { inquire } from '../payment/inquiry/inquire.ts'

/**
 * Records a reversed refund or payout once; the original keeps its status
 * (docs/reference/follow-ups.md#money-that-comes-back).
 */
export async function recordProviderReversal(gateway: Gateway, approved: Transaction, attempt: Attempt): Promise<void> {
  const { returned } = TRANSACTION_TYPES[approved.transactionType]
  if (!returned) return
  const { result } = await inquire(gateway, attempt)
  if (result === 'unknown' || result.kind !== 'outcome') return
  const { outcome } = result
  if (['APPROVED', 'PENDING'].includes(statusOf(outcome))) return
  // Personal data may have been erased during the call.
  const present = (await findTransaction(gateway.sql, approved.merchantId, approved.id)) ?? approved
  const reversal = reversalOf(gateway, present, returned.type, keptOutcome(outcome))
  const parentMetadata = await findParentMetadata(gateway.sql, reversal)
  const event = { id: newId('evt'), text: transactionProcessed(reversal, parentMetadata) }
  const isNew = await gateway.sql.begin(async (tx) => {
    const isFirst = await insertReversal(tx, reversal, event)
    if (isFirst) await recordFurtherEvents(tx, [moneyReturned(returned.event, present, reversal)])
    return isFirst
  })
  if (!isNew) return
  gateway.observer.transactionEnded(reversal, attempt.providerAccountId)
  gateway.log.warn({ transactionId: approved.id, reversalId: reversal.id }, 'money returned by provider')
}

/** Its ID derives from its original, so that two notices record one. */
function reversalOf(
  { clock }: Gateway,
  approved: Transaction,
  type: TransactionType,
  outcome: KeptOutcome,
): Transaction {
  const { merchantId, terminalId, reference, currency, amount, normalizedAmount, orderId, description } = approved
  const id = idFrom('trx', createHash('sha256').update(`reversal of ${approved.id}`).digest(), merchantId)
  const { customer, customerIp, paymentMethod, processingResult, metadata } = approved
  const own = { id, merchantId, terminalId, reference, currency, amount, normalizedAmount, orderId, description }
  const { providerResponseCode, providerResponseMessage, responseMessage } = outcome
  return newTransaction(
    {
      ...own,
      transactionType: type,
      parentId: approved.parentId ?? approved.id,
      status: 'APPROVED',
      processingCode: '0000',
      responseMessage,
      outgoingAmount: amount,
      outgoingCurrency: currency,
      customer,
      customerIp,
      paymentMethod,
      processingResult: { ...processingResult, providerResponseCode, providerResponseMessage },
      metadata,
      data: { reversalOf: approved.id },
    },
    clock.now(),
  )
}
