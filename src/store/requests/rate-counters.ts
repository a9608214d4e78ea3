import type { Sql } from '../connection/database.ts'

/**
 * Counts a hit in the current window, over all processes.
 * @param name of the counter
 * @param merchantId or an empty text
 * @returns hits in this window, this one included
 */
export async function countHit(sql: Sql, name: string, merchantId: string, windowSeconds: number): Promise<number> {
  const [row] = await sql<[{ hits: number }]>`
    insert into rate_counters (name, merchant_id, window_start)
    values (${name}, ${merchantId}, ${windowStart(sql, windowSeconds)})
    on conflict (name, merchant_id, window_start) do update set hits = rate_counters.hits + 1
    returning hits`
  return row.hits
}

export interface Hits {
  readonly name: string
  readonly merchantId: string
  readonly hits: number
}

/**
 * Counts hits in one statement, each name and merchant at most once.
 * @returns hits in this window, these included; its start (Unix milliseconds) and the time left
 */
export async function leaseHits(
  sql: Sql,
  wanted: readonly Hits[],
  windowSeconds: number,
): Promise<{ readonly totals: readonly number[]; readonly startsAt: number; readonly remainingMs: number }> {
  const rows = await sql<{ name: string; merchant_id: string; hits: number; starts_at: Date; remaining_ms: number }[]>`
    insert into rate_counters (name, merchant_id, window_start, hits)
    select wanted.name, wanted."merchantId", ${windowStart(sql, windowSeconds)}, wanted.hits
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (name text, "merchantId" text, hits integer)
    order by wanted.name, wanted."merchantId"
    on conflict (name, merchant_id, window_start) do update set hits = rate_counters.hits + excluded.hits
    returning name, merchant_id, hits, window_start as starts_at,
      extract(epoch from window_start + make_interval(secs => ${windowSeconds}) - now())::float8 * 1000 as remaining_ms`
  const totals = new Map(rows.map((row) => [`${row.name} ${row.merchant_id}`, row.hits]))
  return {
    totals: wanted.map(({ name, merchantId }) => totals.get(`${name} ${merchantId}`)!),
    startsAt: rows[0]!.starts_at.getTime(),
    remainingMs: rows[0]!.remaining_ms,
  }
}

export async function readHits(sql: Sql, name: string, merchantId: string, windowSeconds: number): Promise<number> {
  const [row] = await sql<{ hits: number }[]>`
    select hits from rate_counters
    where name = ${name} and merchant_id = ${merchantId} and window_start = ${windowStart(sql, windowSeconds)}`
  return row?.hits ?? 0
}

/** The database's clock defines windows, so that all processes agree. */
function windowStart(sql: Sql, windowSeconds: number) {
  return sql`date_bin(make_interval(secs => ${windowSeconds}), now(), timestamptz 'epoch')`
}
