import type { Session } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'

/** Claims ended sessions for this SQL transaction. */
export function claimEndedSessions(sql: Sql, limit: number): Promise<Pick<Session, 'merchantId' | 'sessionId'>[]> {
  return sql<Pick<Session, 'merchantId' | 'sessionId'>[]>`
    select merchant_id as "merchantId", session_id as "sessionId" from sessions
    where end_due_at <= now() order by end_due_at limit ${limit} for update skip locked`
}

/** @param seconds until the next check; null if the session has ended permanently */
export async function leaveSessionEnd(
  sql: Sql,
  merchantId: string,
  sessionId: string,
  seconds: number | null,
): Promise<void> {
  await sql`
    update sessions set end_due_at = now() + make_interval(secs => ${seconds}::float8)
    where merchant_id = ${merchantId} and session_id = ${sessionId}`
}
