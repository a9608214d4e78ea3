import { findDeclineAt } from '#store/payment-links/link-declines.ts'
import type { Gateway } from '../gateway.ts'
import { SessionError } from './session-error.ts'

/** Tests of stolen cards get many declines (docs/reference/payment-links.md#limits). */
const MOST_DECLINES = 30
const DAY_SECONDS = 86_400

/**
 * Admits no further payment of a link from an IP address that had thirty declines at it within a day.
 * Sessions without a link
 * have no such limit.
 * @throws SessionError `too_many_submits`
 */
export async function checkDeclines(
  { sql, clock }: Gateway,
  { merchantId, paymentLinkId }: { readonly merchantId: string; readonly paymentLinkId: string | null },
  ip: string,
): Promise<void> {
  if (paymentLinkId === null) return
  const first = await findDeclineAt(sql, { merchantId, paymentLinkId, ip, seconds: DAY_SECONDS, place: MOST_DECLINES })
  if (!first) return
  const seconds = DAY_SECONDS - (clock.now().getTime() - first.getTime()) / 1000
  throw new SessionError('too_many_submits', Math.max(1, Math.ceil(seconds)))
}
