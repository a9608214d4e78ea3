import type { Sql } from './sql.ts'
import { IDLE_IN_TRANSACTION_SECONDS, STATEMENT_SECONDS } from './time-limits.ts'

/** Statements find rows by key. A plan from when a table was small must not scan it for the life of the connection. */
const BY_KEY = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }

/** A disabled plan type costs 10^10, which would trigger `jit = on`: seconds of compiling for a millisecond of work. */
const NOT_COMPILED = { jit: 'off' }

/** Session settings; times in milliseconds. @param statementSeconds until the server cancels a statement */
export function sessionSettings(statementSeconds: number) {
  return {
    ...BY_KEY,
    ...NOT_COMPILED,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS * 1000,
  }
}

/** Checks that the role sets what PgBouncer sessions cannot. @throws a line with the missing `alter role` statements */
export async function checkPooledSession(sql: Sql): Promise<void> {
  const wanted = Object.entries(sessionSettings(STATEMENT_SECONDS))
  const [{ role, present }] = await sql<[{ role: string; present: Record<string, string> }]>`
    select quote_ident(current_user) as role, (select jsonb_object_agg(name, setting) from pg_settings) as present`
  const missing = wanted.filter(([name, value]) => present[name] !== String(value))
  if (missing.length === 0) return
  const statements = missing.map(([name, value]) => `alter role ${role} set ${name} = ${value};`).join(' ')
  throw new Error(`behind PgBouncer its role has to bring what sessions need. Run once: ${statements} Then reconnect.`)
}
