import { movementRecordId } from '#domain/dispute.ts'
import type { Transaction } from '#domain/transaction.ts'
import { disputeEvent } from '#events/dispute-events.ts'
import type { Sql } from '#store/connection/database.ts'
import { listDisputeRecords, lockPayment } from '#store/disputes/disputed-payment.ts'
import { listDisputes, type StoredDispute } from '#store/disputes/disputes.ts'
import { type DisputedPayment, listPaymentsToReview, noteDoubleLosses } from '#store/disputes/disputes-to-review.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'
import { bookMovements } from './book-movements.ts'
import { shownDispute } from './read-disputes.ts'

/** Cases of one payment that are looked at. */
const MOST_CASES = 20
/** Payments that are reviewed in one run of the worker. */
const BATCH = 50

/**
 * Books what the disputes of a locked payment took and what had no room before, and notes double losses. A case that has
 * its money back takes nothing later, unless its provider has just reported it.
 * @param reported the case that the provider has just reported
 * @returns the disputes whose double loss changed; the caller sends their events
 */
export async function reviewDisputes(
  tx: Sql,
  gateway: Gateway,
  payment: Transaction,
  reported?: string,
): Promise<readonly StoredDispute[]> {
  const { merchantId, id: paymentId } = payment
  const disputes = await listDisputes(tx, merchantId, { transactionId: paymentId }, MOST_CASES)
  // The reported case has the latest answer. What it gives back, others may take.
  for (const dispute of disputes.toSorted((one, other) => (one.ask > other.ask ? -1 : 1)))
    if (dispute.funds === 'WITHDRAWN' || dispute.disputeId === reported) await bookRest(tx, gateway, payment, dispute)
  return noteDoubleLosses(tx, { merchantId, paymentId }, gateway.clock.now())
}

async function bookRest(tx: Sql, gateway: Gateway, payment: Transaction, dispute: StoredDispute): Promise<void> {
  const { merchantId, providerAccountId } = dispute
  const records = await listDisputeRecords(tx, merchantId, payment.id)
  const isBooked = new Set(records.map(({ id }) => id))
  const movements = dispute.movements.map((movement) => ({ ...movement, amount: BigInt(movement.amount) }))
  if (movements.every((movement) => isBooked.has(movementRecordId(dispute, movement)))) return
  const account = await findProviderAccount(tx, merchantId, providerAccountId)
  if (!account) throw new Error(`Provider account ${providerAccountId} is gone.`)
  await bookMovements(tx, gateway, { account, dispute, payment, records, movements })
}

/** Reviews the disputes of payments that were captured, refunded or voided since. @returns whether there may be more */
export async function reviewDue(gateway: Gateway): Promise<boolean> {
  const due = await listPaymentsToReview(gateway.sql, BATCH)
  for (const payment of due) await reviewPayment(gateway, payment)
  return due.length === BATCH
}

async function reviewPayment(gateway: Gateway, { merchantId, paymentId }: DisputedPayment): Promise<void> {
  await gateway.sql.begin(async (tx) => {
    const payment = await lockPayment(tx, merchantId, paymentId)
    if (!payment) throw new Error(`Transaction ${paymentId} is gone.`)
    await recordChanges(tx, gateway, await reviewDisputes(tx, gateway, payment))
  })
}

export async function recordChanges(tx: Sql, gateway: Gateway, changed: readonly StoredDispute[]): Promise<void> {
  const at = gateway.clock.now()
  await recordFurtherEvents(
    tx,
    changed.map((dispute) => disputeEvent('dispute.updated', shownDispute(gateway, dispute), at)),
  )
}
