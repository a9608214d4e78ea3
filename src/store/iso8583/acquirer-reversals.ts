import type {
  Arrival,
  AttemptId,
  DueReversal,
  RequestState,
  ReversalReason,
} from '#providers/iso8583/acquirer-store.ts'
import type { Database, Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'
import { followingTrace, requestColumns } from './acquirer-requests.ts'

export const NOTHING_FOUND = ['25', '76']

/** Stores the first answer; 09 ("in progress") does not count. */
export async function takeAnswer(sql: Database, arrival: Arrival): Promise<void> {
  const { attempt, answer, isApproved, mustBeReversed } = arrival
  await sql.begin(async (transaction) => {
    const [row] = await transaction<{ state: RequestState; code: string | null }[]>`
      update acquirer_requests
      set answer = ${sql.json(answer)}, state = case when state = 'SENT' then 'ANSWERED' else state end
      where merchant_id = ${attempt.merchantId} and attempt_id = ${attempt.attemptId}
        and (answer is null or answer ->> '39' = '09')
      returning state, reversal_code as code`
    if (row?.state === 'ANSWERED' && mustBeReversed) await startReversal(transaction, attempt, '68', ['ANSWERED'])
    const cameAfterIt = row?.state === 'REVERSED' && NOTHING_FOUND.includes(row.code ?? '')
    if (cameAfterIt && (isApproved || mustBeReversed)) await startReversal(transaction, attempt, '68', ['REVERSED'])
  })
}

/** Stores a reversal with its trace number, due immediately, if the request is in one of these states. */
export async function startReversal(
  sql: Sql,
  { merchantId, attemptId }: AttemptId,
  reason: ReversalReason,
  from: readonly RequestState[] = ['SENT', 'ANSWERED'],
): Promise<void> {
  await sql`
    with target as (
      select attempt_id, acquirer_id, terminal_id from acquirer_requests
      where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = any(${from})
      for update
    ), trace as (
      insert into acquirer_traces as known (acquirer_id, terminal_id, day, last_stan)
      select acquirer_id, terminal_id, (now() at time zone 'utc')::date, 1 from target
      on conflict (acquirer_id, terminal_id, day) do update set last_stan = ${followingTrace(sql)}
      returning last_stan
    )
    update acquirer_requests request
    set state = 'REVERSING', reversal_reason = ${reason}, reversal_stan = trace.last_stan, reversal_tries = 0,
      reversal_at = now(), reversal_code = null
    from target, trace
    where request.attempt_id = target.attempt_id`
}

/** Counts a try and schedules the next one: after 10, 30 and 60 s, then every 5 min. */
function nextTry(sql: Sql) {
  return sql`
    reversal_tries = reversal_tries + 1,
    reversal_at = now() + make_interval(secs => coalesce((array[10, 30, 60])[reversal_tries + 1], 300))`
}

export function claimReversal(sql: Sql, { merchantId, attemptId }: AttemptId): Promise<DueReversal | undefined> {
  return first(sql<DueReversal[]>`
    update acquirer_requests set ${nextTry(sql)}
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'REVERSING' and reversal_at <= now()
    returning ${requestColumns(sql)}, now() as at`)
}

/** Claims reversals that are due; a request whose answer is overdue gets one first. */
export async function claimDueReversals(sql: Database, limit: number): Promise<DueReversal[]> {
  const overdue = await sql<AttemptId[]>`
    select merchant_id as "merchantId", attempt_id as "attemptId" from acquirer_requests
    where state = 'SENT' and answer_due_at <= now() order by answer_due_at limit ${limit}`
  for (const attempt of overdue) await startReversal(sql, attempt, '68', ['SENT'])
  return sql<DueReversal[]>`
    update acquirer_requests set ${nextTry(sql)}
    where attempt_id in (
      select attempt_id from acquirer_requests where state = 'REVERSING' and reversal_at <= now()
      order by reversal_at limit ${limit} for update skip locked
    )
    returning ${requestColumns(sql)}, now() as at`
}

/** Releases an attempt that was not sent. @param seconds until it is due again */
export async function postponeReversal(sql: Sql, { merchantId, attemptId }: AttemptId, seconds: number): Promise<void> {
  await sql`
    update acquirer_requests
    set reversal_tries = greatest(reversal_tries - 1, 0),
      reversal_at = now() + make_interval(secs => ${seconds})
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'REVERSING'`
}

export async function endReversal(
  sql: Sql,
  { merchantId, attemptId }: AttemptId,
  code: string,
  state: 'REVERSED' | 'REVERSING' | 'ANSWERED',
): Promise<void> {
  await sql`
    update acquirer_requests set reversal_code = ${code}, state = ${state}
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'REVERSING'`
}
