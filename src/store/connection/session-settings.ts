import type { Sql } from './sql.ts'
import { IDLE_IN_TRANSACTION_SECONDS, STATEMENT_SECONDS } from './time-limits.ts'

/**
 * Every statement here finds its rows by key. A plan made while a table is still small must not read all of it for as
 * long as the connection lives.
 */
const BY_KEY = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }

/**
 * A plan that has to use one of these costs 10 to the power of 10, so a server with its default of `jit = on` would compile
 * the statement each time it runs: seconds for one that takes a millisecond.
 */
const NOT_COMPILED = { jit: 'off' }

/** What our session is opened with; times in milliseconds. @param statementSeconds after which the server gives a statement up */
export function sessionSettings(statementSeconds: number) {
  return {
    ...BY_KEY,
    ...NOT_COMPILED,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS * 1000,
  }
}

/**
 * PgBouncer's sessions cannot be opened with our settings, so their role has to bring them.
 * @throws a line with the statements that give them to the role, where it does not
 */
export async function checkPooledSession(sql: Sql): Promise<void> {
  const wanted = Object.entries(sessionSettings(STATEMENT_SECONDS))
  const [{ role, present }] = await sql<[{ role: string; present: Record<string, string> }]>`
    select quote_ident(current_user) as role, (select jsonb_object_agg(name, setting) from pg_settings) as present`
  const missing = wanted.filter(([name, value]) => present[name] !== String(value))
  if (missing.length === 0) return
  const statements = missing.map(([name, value]) => `alter role ${role} set ${name} = ${value};`).join(' ')
  throw new Error(`behind PgBouncer its role has to bring what sessions need. Run once: ${statements} Then reconnect.`)
}
