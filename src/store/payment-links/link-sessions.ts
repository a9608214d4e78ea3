import type { PaymentLink } from '#domain/payment-link.ts'
import type { Session } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'
import { insertSession, type NewSessionAnswer } from '../sessions/sessions.ts'

/**
 * True if so many sessions of a link are open before a payment of them began. The link is locked, so no other begins
 * meanwhile.
 * @param ttlSeconds that a session lasts: older ones are not read
 */
export async function hasOpenSessions(
  tx: Sql,
  { merchantId, paymentLinkId }: PaymentLink,
  most: number,
  ttlSeconds: number,
): Promise<boolean> {
  const [row] = await tx<[{ open: number }]>`
    select count(*)::int as open from (
      select from sessions
      where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}
        and created_at > now() - make_interval(secs => ${ttlSeconds}::float8) - interval '1 minute'
        and tries = 0 and canceled_at is null and expires_at > now()
      limit ${most}
    ) untried`
  return row.open >= most
}

/**
 * Stores a session of a link that this SQL transaction has locked. A link for one payment lends it its reference, each
 * time; for several, the session claims `<reference>-<number>` with the next free number.
 */
export async function insertLinkSession(
  tx: Sql,
  version: bigint,
  { merchantId, paymentLinkId, reference, maxPayments }: PaymentLink,
  session: Omit<Session, 'expiresAt'>,
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
      update payment_links set next_number = ${number + 1}
      where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}`
    return answer
  }
}
