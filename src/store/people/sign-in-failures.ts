import type { Sql } from '../connection/database.ts'

const FAILURES_IN_A_ROW = 10
const LOCKED_MINUTES = 30
/** A row of failures that nobody adds to is over. */
const KEPT_HOURS = 24

/** Counts a failure; the tenth in a row locks. @returns how many there are now */
export async function countSignInFailure(sql: Sql, name: Uint8Array): Promise<number> {
  const [row] = await sql<[{ failures: number }]>`
    insert into sign_in_failures as f (name, failures) values (${name}, 1)
    on conflict (name) do update set
      failures = case when f.locked_until < now() then 1 else f.failures + 1 end,
      locked_until = case when f.locked_until < now() then null
        when f.failures + 1 >= ${FAILURES_IN_A_ROW} then now() + make_interval(mins => ${LOCKED_MINUTES}) end,
      updated_at = now()
    returning failures`
  return row.failures
}

/** Whether so many failed in a row that nothing is looked at for now. */
export async function isLocked(sql: Sql, name: Uint8Array): Promise<boolean> {
  const rows = await sql`select from sign_in_failures where name = ${name} and locked_until > now()`
  return rows.length > 0
}

export async function forgetFailures(sql: Sql, name: Uint8Array): Promise<void> {
  await sql`delete from sign_in_failures where name = ${name}`
}

export async function forgetOldFailures(sql: Sql): Promise<void> {
  await sql`delete from sign_in_failures where updated_at < now() - make_interval(hours => ${KEPT_HOURS})`
}
