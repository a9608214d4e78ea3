import type { Sql } from '../connection/database.ts'

/** Days for which trace numbers are stored: today's for counting, older ones for reviews. */
const TRACE_DAYS = 7

/** Deletes old answers that matched nothing. @returns how many, at most `limit` */
export async function purgeStrayResponses(sql: Sql, days: number, limit: number): Promise<number> {
  const deleted = await sql`
    delete from acquirer_strays where number in (
      select number from acquirer_strays where received_at < now() - make_interval(days => ${days})
      order by received_at limit ${limit} for update skip locked
    )`
  return deleted.count
}

export async function purgeOldTraces(sql: Sql, limit: number): Promise<number> {
  const deleted = await sql`
    delete from acquirer_traces where (acquirer_id, terminal_id, day) in (
      select acquirer_id, terminal_id, day from acquirer_traces
      where day < (now() at time zone 'utc')::date - ${TRACE_DAYS}::int
      order by acquirer_id, terminal_id, day limit ${limit} for update skip locked
    )`
  return deleted.count
}
