import { openClient } from './client.ts'
import { isPooled, readDatabaseAddress } from './database-address.ts'
import { pooledDatabase } from './reconnecting-pool.ts'
import { Session } from './session.ts'
import { SessionPool } from './session-pool.ts'
import { sessionSettings } from './session-settings.ts'
import type { Database } from './sql.ts'
import { LONG_STATEMENT_SECONDS, STATEMENT_SECONDS } from './time-limits.ts'

export type { Database, Sql } from './sql.ts'

/**
 * Opens a pool. int8 comes back as bigint, `json` columns as the text they hold, `jsonb` columns parsed. A pool of one
 * connection sends one statement at a time and can be used for COPY.
 * @param url `postgres://…` as libpq reads it; `?pgbouncer=true` means PgBouncer, which may give every SQL
 *   transaction another session: no session setting is used
 * @param name shows up in `pg_stat_activity`
 * @param statementSeconds after which the server gives a statement up
 * @param prepare whether the server keeps statements and their plans
 */
export function openDatabase(
  url: string,
  name: string,
  connections = 8,
  statementSeconds = STATEMENT_SECONDS,
  prepare = true,
): Database {
  const address = readDatabaseAddress(url)
  const isDirect = !isPooled(url)
  const isPipelined = isDirect && connections > 1
  const settings = isDirect ? sessionSettings(statementSeconds) : {}
  const options = { isPrepared: prepare && isDirect, isPipelined }
  const open = async (onEnd: (session: Session) => void) =>
    new Session(await openClient({ address, name, settings, isPipelined }), options, onEnd)
  return pooledDatabase(new SessionPool({ open, connections, statementSeconds, isPipelined }))
}

/** Does something on a connection of its own. @param name shows up in `pg_stat_activity` */
export async function withConnection<T>(url: string, name: string, act: (sql: Database) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, name, 1, LONG_STATEMENT_SECONDS)
  return act(sql).finally(() => sql.end({ timeout: 1 }))
}
