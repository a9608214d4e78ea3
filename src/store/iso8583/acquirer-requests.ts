import { keptJson } from '#domain/kept-text.ts'
import type {
  AttemptId,
  NewRequest,
  StoredRequest,
  TerminalId,
  TraceNumber,
} from '#providers/iso8583/acquirer-store.ts'
import type { Fields } from '#providers/iso8583/codec/message.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

const REQUEST = record<StoredRequest>({
  type: `coalesce(type, '')`,
  sealedCard: `coalesce(sealed_card, '')`,
  isOverdue: `state = 'SENT' and answer_due_at <= now()`,
  reversal: `case when reversal_reason is not null then jsonb_build_object('reason', reversal_reason, 'stan', reversal_stan,
    'tries', reversal_tries, 'code', reversal_code) end`,
})(
  `attemptId, merchantId, providerAccountId, type, fields, sealedCard, context, state, isOverdue, repeats, answer, reversal`,
)

export const requestColumns = (sql: Sql) => REQUEST.select(sql)

const LAST_TRACE = 999_999

/** Next trace number for any message: 1 follows the highest. */
export function followingTrace(sql: Sql) {
  return sql`known.last_stan % ${LAST_TRACE}::integer + 1`
}

/** Takes the terminal's next number of today; the first caller inserts the day's row. */
export async function nextTrace(sql: Sql, { acquirerId, terminalId }: TerminalId): Promise<TraceNumber> {
  const [trace] = await sql<[TraceNumber]>`
    insert into acquirer_traces as known (acquirer_id, terminal_id, day, last_stan)
    values (${acquirerId}, ${terminalId}, (now() at time zone 'utc')::date, 1)
    on conflict (acquirer_id, terminal_id, day) do update set last_stan = ${followingTrace(sql)}
    returning last_stan as stan, now() as at`
  return trace
}

export async function insertRequest(sql: Sql, request: NewRequest): Promise<boolean> {
  const { fields, context } = request
  const inserted = await sql`
    insert into acquirer_requests (attempt_id, merchant_id, provider_account_id, acquirer_id, terminal_id, stan,
      transmitted, type, fields, sealed_card, context, state, answer_due_at, repeat_at)
    values (${request.attemptId}, ${request.merchantId}, ${request.providerAccountId}, ${fields[32] ?? null},
      ${fields[41]?.trimEnd() ?? null}, ${fields[11] ?? null}, ${fields[7] ?? null}, ${request.type},
      ${sql.json(fields)}, ${request.sealedCard}, ${sql.json(context)}, 'SENT',
      coalesce(now() + make_interval(secs => ${request.answerSeconds}), 'infinity'),
      now() + make_interval(secs => ${request.repeatSeconds}))
    on conflict (attempt_id) do nothing
    returning attempt_id`
  return inserted.length > 0
}

export async function insertBar(sql: Sql, attempt: AttemptId & { providerAccountId: string }): Promise<boolean> {
  const inserted = await sql`
    insert into acquirer_requests (attempt_id, merchant_id, provider_account_id, state)
    values (${attempt.attemptId}, ${attempt.merchantId}, ${attempt.providerAccountId}, 'BARRED')
    on conflict (attempt_id) do nothing
    returning attempt_id`
  return inserted.length > 0
}

export function findRequest(sql: Sql, { merchantId, attemptId }: AttemptId): Promise<StoredRequest | undefined> {
  return first(sql<StoredRequest[]>`
    select ${requestColumns(sql)} from acquirer_requests
    where merchant_id = ${merchantId} and attempt_id = ${attemptId}`)
}

/** The year is no part of a trace: the latest one counts. */
export function findRequestByTrace(
  sql: Sql,
  { acquirerId, terminalId }: TerminalId,
  stan: string,
  transmitted: string,
): Promise<StoredRequest | undefined> {
  return first(sql<StoredRequest[]>`
    select ${requestColumns(sql)} from acquirer_requests
    where stan = ${stan} and transmitted = ${transmitted} and terminal_id = ${terminalId}
      and acquirer_id = ${acquirerId}
    order by created_at desc limit 1`)
}

export async function markUnsent(sql: Sql, { merchantId, attemptId }: AttemptId): Promise<void> {
  await sql`
    update acquirer_requests set state = 'UNSENT'
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'SENT'`
}

export async function insertStray(sql: Sql, providerAccountId: string, type: string, fields: Fields): Promise<void> {
  await sql`
    insert into acquirer_strays (provider_account_id, type, fields)
    values (${providerAccountId}, ${type}, ${sql.json(keptJson(fields as Readonly<Record<string, unknown>>))})`
}

/** Claims requests that are due again; the next time after 30 and 60 s, then every 5 min. */
export async function claimDueRepeats(sql: Sql, limit: number): Promise<StoredRequest[]> {
  return sql<StoredRequest[]>`
    update acquirer_requests set repeats = repeats + 1,
      repeat_at = now() + make_interval(secs => coalesce((array[30, 60])[repeats + 1], 300))
    where attempt_id in (
      select attempt_id from acquirer_requests where state = 'SENT' and repeat_at <= now()
      order by repeat_at limit ${limit} for update skip locked
    )
    returning ${requestColumns(sql)}`
}

/** Releases a repeat that was not sent. @param seconds until it is due again */
export async function postponeRepeat(sql: Sql, { merchantId, attemptId }: AttemptId, seconds: number): Promise<void> {
  await sql`
    update acquirer_requests
    set repeats = greatest(repeats - 1, 0), repeat_at = now() + make_interval(secs => ${seconds})
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'SENT' and repeat_at is not null`
}
