import { COLUMN_TYPES } from './column-types.ts'
import { type DatabaseAddress, DEFAULT_PORT, isPooled, readDatabaseAddress } from './database-address.ts'
import postgres from './postgres.ts'
import { reconnectingPool } from './reconnecting-pool.ts'
import { sessionSettings } from './session-settings.ts'
import type { Database } from './sql.ts'
import { LONG_STATEMENT_SECONDS, STATEMENT_SECONDS } from './time-limits.ts'
import { withoutPipelining } from './without-pipelining.ts'

export type { Database, Sql } from './sql.ts'

/** A database that is back is used again at once; growing pauses would keep payments waiting for up to 20 s. */
const RECONNECT_SECONDS = 0.25

/**
 * Opens a pool. int8 comes back as bigint, `json` columns as the text they hold, `jsonb` columns parsed.
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
  const { connection, ...address } = readDatabaseAddress(url)
  const pooled = isPooled(url)
  const settings = {
    ...verbatim(address),
    max: connections,
    backoff: () => RECONNECT_SECONDS,
    prepare: prepare && !pooled,
    connection: {
      application_name: `tollgate ${name}`,
      ...connection,
      ...(pooled ? {} : sessionSettings(statementSeconds)),
    },
    onnotice: () => undefined,
    // Nobody would hear of it if the answer to that question of the client's own got lost, but the whole process.
    fetch_types: false,
    types: COLUMN_TYPES,
  }
  const open = (onclose: () => void) => postgres({ ...settings, onclose })
  return reconnectingPool(pooled ? (onclose) => withoutPipelining(open(onclose)) : open, statementSeconds)
}

/** postgres.js (3.4.9) takes a host apart at its colons unless it comes in a list, and an IPv6 address has many; its types know no list. */
function verbatim({ host, ...address }: DatabaseAddress) {
  const place = { host: [host], port: [address.port ?? DEFAULT_PORT] } as unknown as Pick<
    DatabaseAddress,
    'host' | 'port'
  >
  return host === undefined ? address : { ...address, ...place }
}

/** Does something on a connection of its own. @param name shows up in `pg_stat_activity` */
export async function withConnection<T>(url: string, name: string, act: (sql: Database) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, name, 1, LONG_STATEMENT_SECONDS)
  return act(sql).finally(() => sql.end({ timeout: 1 }))
}
