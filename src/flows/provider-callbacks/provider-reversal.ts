import { createHash } from 'node:crypto'
import { idFrom, newId } from '#domain/ids.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import { type KeptOutcome, keptOutcome, statusOf, type Transaction } from '#domain/transaction.ts'
import type { ReversalType, TransactionType } from '#domain/transaction-type.ts'
import { moneyReturned } from '#events/further-events.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Attempt } from '#store/transactions/attempts.ts'
import { insertReversal } from '#store/transactions/reversals.ts'
import type { Gateway } from '../gateway.ts'
import { inquire } from '../payment/inquiry/inquire.ts'

/** What is recorded when a provider takes back what it had approved; other money does not come back by itself. */
const REVERSALS: Readonly<Record<TransactionType, ReversalType | null>> = {
  AUTHORIZE: null,
  PURCHASE: null,
  PAYMENT: null,
  PAYOUT: 'PAYOUT_REVERSAL',
  CAPTURE: null,
  REFUND: 'REFUND_REVERSAL',
  VOID: null,
  REFUND_REVERSAL: null,
  PAYOUT_REVERSAL: null,
  AUTHORIZATION_EXPIRY: null,
}

/**
 * A refund or payout that a provider takes back after its approval keeps its status: a further record tells it, with
 * entries in the ledger and an event (docs/reference/follow-ups.md#money-that-comes-back). It is recorded once.
 */
export async function recordProviderReversal(gateway: Gateway, approved: Transaction, attempt: Attempt): Promise<void> {
  const type = REVERSALS[approved.transactionType]
  if (!type) return
  const { result } = await inquire(gateway, attempt)
  if (result === 'unknown' || result.kind !== 'outcome') return
  const { outcome } = result
  if (['APPROVED', 'PENDING'].includes(statusOf(outcome))) return
  const reversal = reversalOf(gateway, approved, type, keptOutcome(outcome))
  const event = { id: newId('evt'), text: transactionProcessed(reversal) }
  const isNew = await gateway.sql.begin(async (tx) => {
    const isFirst = await insertReversal(tx, reversal, event)
    if (isFirst) await recordFurtherEvents(tx, [moneyReturned(approved, reversal)])
    return isFirst
  })
  if (!isNew) return
  gateway.observer.transactionEnded(reversal, attempt.providerAccountId)
  gateway.log.warn({ transactionId: approved.id, reversalId: reversal.id }, 'money returned by provider')
}

/** Its id follows from what it takes back, so that two notices record one. */
function reversalOf({ clock }: Gateway, approved: Transaction, type: ReversalType, outcome: KeptOutcome): Transaction {
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
