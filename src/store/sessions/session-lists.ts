import type { Position } from '#domain/page.ts'
import type { SessionState, SessionStatus } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/statement.ts'
import { fromRow, TRANSACTION_COLUMNS, type TransactionRow } from '../transactions/transaction-row.ts'
import { SESSION_COLUMNS, type SessionRow, sessionOf } from './session-row.ts'

export interface SessionFilter {
  readonly reference?: string | undefined
  readonly terminalId?: string | undefined
  readonly status?: SessionStatus | undefined
  readonly after?: Position | undefined
}

/** A merchant's sessions with their payments, newest first, at most `limit`. */
export async function listSessions(
  sql: Sql,
  merchantId: string,
  filter: SessionFilter,
  limit: number,
): Promise<SessionState[]> {
  const { reference, terminalId, status, after } = filter
  const rows = await sql<SessionRow[]>`
    select ${sql.unsafe(SESSION_COLUMNS)}, canceled_at is not null as is_canceled, expires_at <= now() as is_expired
    from sessions
    where merchant_id = ${merchantId}
      ${reference === undefined ? sql`` : sql`and reference = ${reference}`}
      ${terminalId === undefined ? sql`` : sql`and terminal_id = ${terminalId}`}
      ${status === undefined ? sql`` : sql`and ${statusOf(sql)} = ${status}`}
      ${after === undefined ? sql`` : sql`and (created_at, session_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, session_id desc limit ${limit}`
  const ids = rows.map(({ session_id }) => session_id)
  const payments = await sql<TransactionRow[]>`
    select ${sql.unsafe(TRANSACTION_COLUMNS)} from transactions
    where merchant_id = ${merchantId} and session_id = any(${ids}::text[])
    order by created_at desc, id desc`
  const bySession = Map.groupBy(payments.map(fromRow), ({ sessionId }) => sessionId)
  return rows.map((row) => ({
    session: sessionOf(row),
    isCanceled: row.is_canceled,
    isExpired: row.is_expired,
    payments: bySession.get(row.session_id) ?? [],
  }))
}

/** Status of a row of `sessions`, as `sessionStatusOf` of the domain derives it. */
function statusOf(sql: Sql): Statement<Row[]> {
  const ofSession = sql`
    select status from transactions payment
    where payment.merchant_id = sessions.merchant_id and payment.session_id = sessions.session_id`
  return sql`coalesce(
    (${ofSession} and status in ('PENDING', 'APPROVED')),
    case
      when canceled_at is not null or (${ofSession} order by created_at desc, id desc limit 1) = 'CANCELED' then 'CANCELED'
      when expires_at <= now() then 'SESSION_EXPIRED'
      else 'CREATED'
    end)`
}
