import type { Sql } from '../connection/database.ts'

/**
 * Counts one hit in the running window, over all processes.
 * @param name what is counted; every distinct name has a window of its own
 * @param merchantId whose hits they are; empty where there is no merchant
 * @returns the hits in this window so far, this one included
 */
export async function countHit(sql: Sql, name: string, merchantId: string, windowSeconds: number): Promise<number> {
  const [row] = await sql<[{ hits: number }]>`
    insert into rate_counters (name, merchant_id, window_start)
    values (${name}, ${merchantId}, ${windowStart(sql, windowSeconds)})
    on conflict (name, merchant_id, window_start) do update set hits = rate_counters.hits + 1
    returning hits`
  return row.hits
}

/** The hits in the running window, without adding one. */
export async function readHits(sql: Sql, name: string, merchantId: string, windowSeconds: number): Promise<number> {
  const [row] = await sql<{ hits: number }[]>`
    select hits from rate_counters
    where name = ${name} and merchant_id = ${merchantId} and window_start = ${windowStart(sql, windowSeconds)}`
  return row?.hits ?? 0
}

/** Forgets windows that ended long ago; no window is longer than an hour. */
export async function forgetOldCounters(sql: Sql): Promise<void> {
  await sql`delete from rate_counters where window_start < now() - interval '1 hour'`
}

/** Windows are cut by the database's clock, so that all processes agree where one ends. */
function windowStart(sql: Sql, windowSeconds: number) {
  return sql`date_bin(make_interval(secs => ${windowSeconds}), now(), timestamptz 'epoch')`
}
