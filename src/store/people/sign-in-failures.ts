import type { Sql } from '../connection/database.ts'

export const FAILURES_IN_A_ROW = 10
const LOCKED_MINUTES = 30

/** Counts before the check, against bursts. @returns the count; above `FAILURES_IN_A_ROW`, check nothing */
export async function reserveFailure(sql: Sql, name: Uint8Array): Promise<number> {
  const [row] = await sql<[{ failures: number }]>`
    insert into sign_in_failures as f (name, failures) values (${name}, 1)
    on conflict (name) do update set
      failures = case when f.locked_until < now() then 1 else least(f.failures, ${FAILURES_IN_A_ROW}) + 1 end,
      locked_until = case when f.locked_until < now() then null when f.locked_until is not null then f.locked_until
        when f.failures + 1 >= ${FAILURES_IN_A_ROW} then now() + make_interval(mins => ${LOCKED_MINUTES}) end,
      updated_at = now()
    returning failures`
  return row.failures
}

/** Releases a reserved failure that was never checked. */
export async function returnFailure(sql: Sql, name: Uint8Array): Promise<void> {
  await sql`
    update sign_in_failures set failures = failures - 1,
      locked_until = case when failures > ${FAILURES_IN_A_ROW} then locked_until end
    where name = ${name} and failures > 0`
}

export async function forgetFailures(sql: Sql, name: Uint8Array): Promise<void> {
  await sql`delete from sign_in_failures where name = ${name}`
}
