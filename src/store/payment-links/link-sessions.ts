import type { PaymentLink } from '#domain/payment-link.ts'
import type { Session } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'
import { insertSession, type NewSessionAnswer } from '../sessions/sessions.ts'

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
