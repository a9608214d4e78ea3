import type { PaymentLink } from '#domain/payment-link.ts'
import type { Sql } from '../connection/database.ts'

/** Claims links whose time is over, for this SQL transaction; each only once for one expiry time. */
export async function claimEndedLinks(
  tx: Sql,
  limit: number,
): Promise<readonly Pick<PaymentLink, 'merchantId' | 'paymentLinkId'>[]> {
  return tx<Pick<PaymentLink, 'merchantId' | 'paymentLinkId'>[]>`
    update payment_links set end_due_at = null
    where (merchant_id, payment_link_id) in (
      select merchant_id, payment_link_id from payment_links
      where end_due_at <= now() order by end_due_at limit ${limit} for no key update skip locked
    )
    returning merchant_id as "merchantId", payment_link_id as "paymentLinkId"`
}
