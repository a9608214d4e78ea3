import type { Sql } from '../connection/database.ts'

/** The time by the test clock of the merchant in this column, as a fragment of SQL. */
export function merchantTime(sql: Sql, column: string) {
  return sql`(now() + make_interval(secs => (
    select coalesce(sum(seconds), 0) from test_clock_advances where merchant_id = ${sql(column)}
  )::float8))`
}
