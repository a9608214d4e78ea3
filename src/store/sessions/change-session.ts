import type { Session } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { isOne } from '../shape/results.ts'
import type { StoredSession } from './sessions.ts'

/** Fields of a session that a merchant may change; an absent field stays as it is, null clears the metadata. */
export type SessionChange = Optional<Pick<Session, 'description' | 'metadata'>>

/** Changes an open session without new, approved or running payments. @returns false otherwise */
export function updateSession(
  sql: Sql,
  { session, recordedPayments }: StoredSession,
  { description = session.description, metadata }: SessionChange,
): Promise<boolean> {
  const { merchantId, sessionId } = session
  return isOne(sql`
    update sessions set
      description = ${description === session.description ? sql`description` : description},
      metadata = ${metadata === undefined ? sql`metadata` : sql`${metadata && JSON.stringify(metadata)}::text::json`}
    where merchant_id = ${merchantId} and session_id = ${sessionId} and canceled_at is null
      and tries = ${recordedPayments} and not exists (
        select from transactions payment
        where payment.merchant_id = ${merchantId} and payment.session_id = ${sessionId}
          and (payment.status = 'APPROVED'
            or (payment.status = 'PENDING' and payment.awaiting in ('provider-answer', 'confirmation')))
      )`)
}
