import { movementRecordId } from '#domain/dispute.ts'
import type { Transaction } from '#domain/transaction.ts'
import { disputeEvent } from '#events/dispute-events.ts'
import type { Sql } from '#store/connection/database.ts'
import { listDisputeRecords, lockPayment } from '#store/disputes/disputed-payment.ts'
import { listDisputes, type StoredDispute } from '#store/disputes/disputes.ts'
import { type DisputedPayment, listPaymentsToReview, noteDoubleLosses } from '#store/disputes/due-disputes.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'
import { bookMovements } from './book-movements.ts'
import { shownDispute } from './read-disputes.ts'

const MOST_CASES = 20
const BATCH = 50

/** Reviews the disputes of payments with a newer capture, refund or void. @returns true if there may be more */
export async function reviewDue(gateway: Gateway): Promise<boolean> {
  const due = await listPaymentsToReview(gateway.sql, BATCH)
  let isEach = true
  for (const payment of due) isEach = (await isReviewed(gateway, payment)) && isEach
  return due.length === BATCH && isEach
}

/** A failed one waits for the next pass, and delays no other. */
async function isReviewed(gateway: Gateway, { merchantId, paymentId }: DisputedPayment): Promise<boolean> {
  try {
    await gateway.sql.begin(async (tx) => {
      const payment = await lockPayment(tx, merchantId, paymentId)
      if (payment) await recordChanges(tx, gateway, await reviewDisputes(tx, gateway, payment))
    })
    return true
  } catch (error) {
    gateway.log.error({ err: error, transaction_id: paymentId }, 'dispute review failed, retrying')
    return false
  }
}

/**
 * Books unbooked amounts of a locked payment's disputes for which there is room now, and records double losses. A case
 * whose money was returned takes nothing later, unless its provider has just reported it.
 * @returns the disputes whose double loss changed; the caller records their events
 */
export async function reviewDisputes(
  tx: Sql,
  gateway: Gateway,
  payment: Transaction,
  reportedId?: string,
): Promise<readonly StoredDispute[]> {
  const { merchantId, id: paymentId } = payment
  const disputes = await listDisputes(tx, merchantId, { transactionId: paymentId }, MOST_CASES)
  // The reported case has the latest response. Others may take the amount it returns.
  for (const dispute of disputes.toSorted((one, other) => (one.ask > other.ask ? -1 : 1)))
    if (dispute.funds === 'WITHDRAWN' || dispute.disputeId === reportedId) await bookRest(tx, gateway, payment, dispute)
  return noteDoubleLosses(tx, { merchantId, paymentId }, gateway.clock.now())
}

async function bookRest(tx: Sql, gateway: Gateway, payment: Transaction, dispute: StoredDispute): Promise<void> {
  const { merchantId, providerAccountId } = dispute
  const records = await listDisputeRecords(tx, merchantId, payment.id)
  const movements = dispute.movements.map((movement) => ({ ...movement, amount: BigInt(movement.amount) }))
  if (movements.every((movement) => records.some(({ id }) => id === movementRecordId(dispute, movement)))) return
  const account = (await findProviderAccount(tx, merchantId, providerAccountId))!
  await bookMovements(tx, gateway, { account, dispute, payment, records, movements })
}

export function recordChanges(tx: Sql, gateway: Gateway, changed: readonly StoredDispute[]): Promise<unknown> {
  const at = gateway.clock.now()
  const events = changed.map((dispute) => disputeEvent('dispute.updated', shownDispute(gateway, dispute), at))
  return recordFurtherEvents(tx, events)
}
