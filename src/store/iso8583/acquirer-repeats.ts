import type { Sql } from '../connection/database.ts'
import { type AttemptId, requestColumns, type StoredRequest } from './acquirer-requests.ts'

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
