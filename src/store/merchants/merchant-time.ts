import type { Sql } from '../connection/database.ts'

/** The time by the test clock of a merchant, as a fragment of SQL. @param column that names the merchant: `table.column` */
export function merchantTime(sql: Sql, column: string) {
  return sql`(now() + make_interval(secs => (
    select coalesce(sum(seconds), 0) from test_clock_advances where merchant_id = ${sql.unsafe(column)}
  )::float8))`
}
