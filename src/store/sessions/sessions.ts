import type { ReferenceHolder } from '#domain/reference.ts'
import type { Session, SessionState } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { keptTrace } from '#trace/index.ts'
import type { Sql } from '../connection/database.ts'
import { transactionEvents } from '../events/further-events.ts'
import { columnsOf } from '../shape/columns.ts'
import { isOne } from '../shape/results.ts'
import { where } from '../shape/where.ts'
import { findReferenceHolder } from '../transactions/intents.ts'
import {
  fromRow,
  NEW_TRANSACTION_COLUMNS,
  TRANSACTION,
  type TransactionRow,
  toRowJson,
} from '../transactions/transaction-row.ts'
import { NEW_SESSION_COLUMNS, type SessionRow, sessionColumns, sessionOf, toSessionRowJson } from './session-row.ts'

/** Session, with its number of payments and submits when it was read. */
export type StoredSession = SessionState & { readonly recordedPayments: number; readonly submits: number }

export type NewSessionAnswer =
  | { readonly kind: 'created'; readonly session: Session }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'reference-taken'; readonly holder: ReferenceHolder }

/**
 * Stores a session with its reference, if the configuration is unchanged and the reference free. Its time runs on the
 * database's clock.
 * @param claims false if the session's payment link holds the reference
 */
export async function insertSession(
  sql: Sql,
  version: bigint,
  session: Omit<Session, 'expiresAt'>,
  ttlSeconds: number,
  claims = true,
): Promise<NewSessionAnswer> {
  const { merchantId, terminalId, reference } = session
  const [row] = await sql<[{ current: boolean; expires_at: Date | null }]>`
    with decided as (
      select 1 from merchants where merchant_id = ${merchantId} and config_version = ${version}
    ), claimed as (
      ${claims ? claim(sql, session) : sql`select 1 from decided`}
    ), created as (
      insert into sessions (${sql.unsafe(NEW_SESSION_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_SESSION_COLUMNS))} from claimed, json_populate_record(
        jsonb_populate_record(null::sessions, jsonb_build_object('submits', 0, 'tries', 0,
          'expires_at', now() + make_interval(secs => ${ttlSeconds}),
          'end_due_at', now() + make_interval(secs => ${ttlSeconds}))),
        ${toSessionRowJson(session)}::json
      ) as filled
      returning expires_at
    )
    select exists (select from decided) as current, (select expires_at from created) as expires_at`
  if (row.expires_at) return { kind: 'created', session: { ...session, expiresAt: row.expires_at } }
  if (!row.current) return { kind: 'outdated' }
  const holder = await findReferenceHolder(sql, merchantId, terminalId, reference)
  // An INVALID end released the reference between the two statements.
  if (!holder) return insertSession(sql, version, session, ttlSeconds)
  return { kind: 'reference-taken', holder }
}

function claim(
  sql: Sql,
  {
    merchantId,
    terminalId,
    reference,
    sessionId,
  }: Pick<Session, 'merchantId' | 'terminalId' | 'reference' | 'sessionId'>,
) {
  return sql`
    insert into order_references (merchant_id, terminal_id, reference, kind, holder_id)
    select ${merchantId}, ${terminalId}, ${reference}, 'session', ${sessionId} from decided
    on conflict do nothing
    returning 1`
}

/** Finds a session with its payments. Without a merchant: of any, because browsers know only the ID. */
export async function findSession(
  sql: Sql,
  merchantId: string | undefined,
  sessionId: string,
): Promise<StoredSession | undefined> {
  const [row] = await sql<SessionRow[]>`
    select ${sessionColumns(sql)} from sessions where ${where(sql, { sessionId, merchantId })}`
  if (!row) return undefined
  const payments = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions where merchant_id = ${row.merchantId} and session_id = ${sessionId}
    order by created_at desc, id desc`
  return {
    session: sessionOf(row),
    isCanceled: row.isCanceled,
    isExpired: row.isExpired,
    payments: payments.map(fromRow),
    recordedPayments: row.tries,
    submits: row.submits,
  }
}

export async function findSessionLocale(sql: Sql, merchantId: string, sessionId: string): Promise<string | null> {
  const [row] = await sql<{ locale: string | null }[]>`
    select locale from sessions where merchant_id = ${merchantId} and session_id = ${sessionId}`
  return row?.locale ?? null
}

export async function findSessionOwner(sql: Sql, sessionId: string): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`select merchant_id from sessions where session_id = ${sessionId}`
  return row?.merchant_id
}

/** Counts a submit of a browser. @returns false after `most` of them */
export function countSubmit(
  sql: Sql,
  { merchantId, sessionId }: Pick<Session, 'merchantId' | 'sessionId'>,
  most: number,
): Promise<boolean> {
  return isOne(sql`
    update sessions set submits = submits + 1
    where merchant_id = ${merchantId} and session_id = ${sessionId} and submits < ${most}`)
}

/**
 * Cancels a session permanently, in one commit with the transaction and event of a session without payments.
 * @param canceled that transaction and event; null if there were payments
 * @returns false if a payment was recorded meanwhile, or the session has ended
 */
export async function cancelSession(
  sql: Sql,
  { session, recordedPayments }: StoredSession,
  canceled: { readonly transaction: Transaction; readonly eventId: string; readonly event: string } | null,
): Promise<boolean> {
  const { merchantId, sessionId } = session
  const closed = sql`
    update sessions set canceled_at = now()
    where merchant_id = ${merchantId} and session_id = ${sessionId} and canceled_at is null and expires_at > now()
      and tries = ${recordedPayments}
    returning 1`
  if (!canceled) return (await closed).count === 1
  const row = toRowJson(canceled.transaction, { browserInfo: null, notificationUrl: null })
  return isOne(sql`
    with closed as (${closed}), moved as (
      insert into transactions (${sql.unsafe(NEW_TRANSACTION_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_TRANSACTION_COLUMNS))} from closed, json_populate_record(
        jsonb_populate_record(null::transactions, jsonb_build_object('finished_at', now())), ${row}::json) as filled
      returning merchant_id, id, terminal_id, updated_at as at, ${canceled.eventId}::text as event_id,
        ${canceled.event}::text as event, ${keptTrace()}::text as traceparent
    ), ${transactionEvents(sql)}
    select 1 from moved`)
}

type SessionId = Pick<Session, 'merchantId' | 'sessionId'>

export function claimEndedSessions(sql: Sql, limit: number): Promise<SessionId[]> {
  return sql<SessionId[]>`
    select merchant_id as "merchantId", session_id as "sessionId" from sessions
    where end_due_at <= now() order by end_due_at limit ${limit} for update skip locked`
}

/** @param seconds until the next check; null if the session has ended permanently */
export async function leaveSessionEnd(sql: Sql, { merchantId, sessionId }: SessionId, seconds: number | null) {
  await sql`
    update sessions set end_due_at = now() + make_interval(secs => ${seconds}::float8)
    where merchant_id = ${merchantId} and session_id = ${sessionId}`
}
