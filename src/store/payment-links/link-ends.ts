import type { PaymentLink } from '#domain/payment-link.ts'
import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'

type LinkId = Pick<PaymentLink, 'merchantId' | 'paymentLinkId'>

/** Claims expired links, once per expiry time. The end of a complete link waits, because it may reopen. */
export async function claimEndedLinks(tx: Sql, limit: number): Promise<readonly LinkId[]> {
  return tx<LinkId[]>`
    update payment_links set end_due_at = ${claimedEnd(tx)}
    where (merchant_id, payment_link_id) in (
      select merchant_id, payment_link_id from payment_links
      where end_due_at <= now() order by end_due_at limit ${limit} for no key update skip locked
    )
    returning merchant_id as "merchantId", payment_link_id as "paymentLinkId"`
}

/** Claims the end of a locked link before it gets another. @returns true if it is over and was not claimed */
export function claimEndOf(tx: Sql, { merchantId, paymentLinkId }: LinkId): Promise<boolean> {
  return isOne(tx`
    update payment_links set end_due_at = ${claimedEnd(tx)}
    where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId} and end_due_at <= clock_timestamp()`)
}

function claimedEnd(tx: Sql) {
  return tx`case when payments >= max_payments then 'infinity'::timestamptz end`
}
