import { DECLINE_WINDOW_SECONDS, MOST_DECLINES } from '#domain/payment-link.ts'
import { findDeclineAt } from '#store/payment-links/link-declines.ts'
import type { Gateway } from '../gateway.ts'
import { digestSubscriber } from '../payment/authorize/subscriber.ts'
import { SessionError } from './session-error.ts'

interface OfLink {
  readonly merchantId: string
  readonly paymentLinkId: string | null
}

/** Seconds until payments in progress may have ended. */
const SHORT_WAIT_SECONDS = 60

/**
 * Rejects sessions for a subscriber with too many declines (docs/reference/payment-links.md#limits).
 * @throws SessionError `too_many_submits`
 */
export async function checkDeclines(gateway: Gateway, link: OfLink, ip: string): Promise<void> {
  const seconds = await secondsToWait(gateway, link, ip)
  if (seconds !== undefined) throw new SessionError('too_many_submits', seconds)
}

/** Error of a payment that was not recorded, because declines and payments in progress have reached the limit. */
export async function tooManyDeclines(gateway: Gateway, link: OfLink, ip: string): Promise<SessionError> {
  return new SessionError('too_many_submits', (await secondsToWait(gateway, link, ip)) ?? SHORT_WAIT_SECONDS)
}

/** @returns undefined if declines alone do not reach the limit */
async function secondsToWait(
  gateway: Gateway,
  { merchantId, paymentLinkId }: OfLink,
  ip: string,
): Promise<number | undefined> {
  if (paymentLinkId === null) return undefined
  const subscriber = digestSubscriber(gateway, merchantId, ip)
  const window = { seconds: DECLINE_WINDOW_SECONDS, place: MOST_DECLINES }
  const first = await findDeclineAt(gateway.sql, { merchantId, paymentLinkId, subscriber, ...window })
  if (!first) return undefined
  return Math.max(1, Math.ceil(DECLINE_WINDOW_SECONDS - (gateway.clock.now().getTime() - first.getTime()) / 1000))
}
