import type { FurtherEvent } from '#domain/event-types.ts'
import type { PaymentLinkState } from '#domain/payment-link.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { recordFurtherEvents } from '../events/further-events.ts'
import { type Ending, type Finished, finishTransactions } from '../transactions/endings.ts'
import { findPaymentLink } from './payment-links.ts'

/**
 * Ends a link's payment; only an approval uses its reserved place. Requires a SQL transaction. Locks the link first, as
 * new payments do, so the two cannot deadlock.
 * @param toEvent event of a link that this payment completes
 * @returns undefined if another process moved the payment first
 */
export async function finishLinkPayment(
  tx: Sql,
  ending: Ending,
  paymentLinkId: string,
  toEvent: (state: PaymentLinkState) => FurtherEvent,
): Promise<Finished | undefined> {
  const { merchantId } = ending.ended
  await tx`
    select from payment_links where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId} for no key update`
  const [finished] = await finishTransactions(tx, [ending])
  if (!finished || !(await countPayment(tx, paymentLinkId, ending.ended))) return finished
  const state = await findPaymentLink(tx, merchantId, paymentLinkId)
  await recordFurtherEvents(tx, [toEvent(state!)])
  return finished
}

async function countPayment(tx: Sql, paymentLinkId: string, ended: Transaction): Promise<boolean> {
  const { merchantId, id, status, amount } = ended
  const isApproved = status === 'APPROVED'
  const [row] = await tx<{ is_completed: boolean }[]>`
    update payment_links set
      running = running - 1,
      payments = payments + ${isApproved ? 1 : 0}::integer,
      collected_amount = least(collected_amount + ${isApproved ? amount : 0n}::numeric, 9223372036854775807)::bigint,
      last_transaction_id = ${isApproved ? id : tx`last_transaction_id`},
      completed_at = case when ${isApproved}::boolean and payments + 1 >= max_payments then now() else completed_at end,
      updated_at = now()
    where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}
    returning ${isApproved}::boolean and coalesce(payments >= max_payments, false) as is_completed`
  return row?.is_completed ?? false
}
