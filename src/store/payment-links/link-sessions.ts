import { MOST_OPEN_SESSIONS, MOST_OPEN_SESSIONS_OF_SUBSCRIBER, type PaymentLink } from '#domain/payment-link.ts'
import type { Session } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'
import { insertSession, type NewSessionAnswer } from '../sessions/sessions.ts'

/**
 * True if one subscriber, or all, opened too many sessions of a link before a payment began. Requires a locked link.
 * @param subscriber keyed digest
 * @param ttlSeconds of a session: older ones are not read
 */
export async function hasTooManySessions(
  tx: Sql,
  { merchantId, paymentLinkId }: PaymentLink,
  subscriber: string,
  ttlSeconds: number,
): Promise<boolean> {
  const [row] = await tx<[{ open: number; own: number }]>`
    select count(*)::int as open, count(*) filter (where subscriber = ${subscriber})::int as own from (
      select subscriber from sessions
      where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}
        and created_at > now() - make_interval(secs => ${ttlSeconds}::float8) - interval '1 minute'
        and tries = 0 and canceled_at is null and expires_at > now()
      limit ${MOST_OPEN_SESSIONS}
    ) untried`
  return row.open >= MOST_OPEN_SESSIONS || row.own >= MOST_OPEN_SESSIONS_OF_SUBSCRIBER
}

/**
 * Stores a session of a locked link. A single-payment link lends its reference; others claim `<reference>-<number>`
 * with the next free number.
 * @param subscriber keyed digest of the opener
 */
export async function insertLinkSession(
  tx: Sql,
  version: bigint,
  { merchantId, paymentLinkId, reference, maxPayments }: PaymentLink,
  session: Omit<Session, 'expiresAt'>,
  subscriber: string,
  ttlSeconds: number,
): Promise<NewSessionAnswer> {
  const [opened] = await tx<[{ number: number }]>`
    update payment_links set opened_at = coalesce(opened_at, now()), updated_at = now()
    where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}
    returning next_number as number`
  if (maxPayments === 1) return insertSession(tx, version, session, ttlSeconds, false)
  for (let { number } = opened; ; number += 1) {
    const numbered = { ...session, reference: `${reference}-${number}` }
    const answer = await insertSession(tx, version, numbered, ttlSeconds)
    if (answer.kind === 'reference-taken') continue
    await tx`
      with numbered as (
        update payment_links set next_number = ${number + 1}
        where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}
      )
      update sessions set subscriber = ${subscriber}
      where merchant_id = ${merchantId} and session_id = ${session.sessionId}`
    return answer
  }
}
