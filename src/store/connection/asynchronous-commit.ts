import type { Sql } from './sql.ts'

/**
 * A condition that always holds and lets the transaction of its statement commit without waiting for the disk, which takes
 * a tenth of a millisecond of CPU time and more of waiting. A crash of the database server may lose what the last half
 * second wrote so: only for what is done again then, as deliveries are, or what a later commit makes durable with itself.
 */
export function asyncCommitCondition(sql: Sql) {
  return sql`(select set_config('synchronous_commit', 'off', true) is not null)`
}
