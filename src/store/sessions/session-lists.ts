import type { Position } from '#domain/page.ts'
import type { Session, SessionState, SessionStatus } from '#domain/session.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import type { Optional } from '../shape/optional.ts'
import { newest, where } from '../shape/where.ts'
import { fromRow, TRANSACTION, type TransactionRow } from '../transactions/transaction-row.ts'
import { type SessionRow, sessionColumns, sessionOf } from './session-row.ts'

export type SessionFilter = Optional<
  Pick<Session, 'reference' | 'terminalId'> & { status: SessionStatus; after: Position }
>

export async function listSessions(
  sql: Sql,
  merchantId: string,
  filter: SessionFilter,
  limit: number,
): Promise<SessionState[]> {
  const { reference, terminalId, status, after } = filter
  const rows = await sql<SessionRow[]>`
    select ${sessionColumns(sql)} from sessions
    where ${where(sql, { merchantId, reference, terminalId }, status && sql`${statusOf(sql)} = ${status}`)}
      ${newest(sql, 'created_at, session_id', after, limit)}`
  const ids = rows.map(({ sessionId }) => sessionId)
  const payments = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions
    where merchant_id = ${merchantId} and session_id = any(${ids}::text[])
    order by created_at desc, id desc`
  const bySession = Map.groupBy(payments.map(fromRow), ({ sessionId }) => sessionId)
  return rows.map((row) => ({
    session: sessionOf(row),
    isCanceled: row.isCanceled,
    isExpired: row.isExpired,
    payments: bySession.get(row.sessionId) ?? [],
  }))
}

function statusOf(sql: Sql): Fragment {
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
