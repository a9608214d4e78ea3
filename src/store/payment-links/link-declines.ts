import type { Sql } from '../connection/database.ts'
import { momentAgo } from '../merchants/test-clock.ts'

/**
 * Finds declined payments of a link by a subscriber; errors and outages of providers do not count.
 * @returns the time of the `place`-th newest within `seconds` by the merchant's clock; undefined if fewer
 */
export async function findDeclineAt(
  sql: Sql,
  of: {
    readonly merchantId: string
    readonly paymentLinkId: string
    readonly subscriber: string
    readonly seconds: number
    readonly place: number
  },
): Promise<Date | undefined> {
  const { merchantId, paymentLinkId, subscriber, seconds, place } = of
  const [row] = await sql<{ at: Date }[]>`
    select created_at as at from transactions
    where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId} and status = 'DECLINED'
      and processing_code <> '1001'
      and subscriber = ${subscriber} and created_at > ${momentAgo(sql, merchantId, seconds)}
    order by created_at desc, id desc limit 1 offset ${place - 1}`
  return row?.at
}
