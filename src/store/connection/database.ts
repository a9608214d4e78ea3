import postgres from 'postgres'
import { reconnectingPool } from './reconnecting-pool.ts'
import type { Database } from './sql.ts'
import { TEXT_LIST } from './text-list.ts'

export type { Database, Sql } from './sql.ts'

const DEFAULT_PORT = 5432
/** A database that is back is used again at once; growing pauses would keep payments waiting for up to 20 s. */
const RECONNECT_SECONDS = 0.25

/**
 * Every statement here finds its rows by key. A plan made while a table is still small must not read all of it for as
 * long as the connection lives.
 */
const BY_KEY = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }

/**
 * Opens a pool. int8 comes back as bigint, `json` columns as the text they hold, `jsonb` columns parsed.
 * @param url `postgres://…`; `?host=/directory` names a Unix socket instead, as in libpq
 * @param name shows up in `pg_stat_activity`
 */
export function openDatabase(url: string, name: string, connections = 8): Database {
  const server = new URL(url)
  const directory = server.searchParams.get('host')
  server.searchParams.delete('host')
  const path = directory ? { path: `${directory}/.s.PGSQL.${server.port || DEFAULT_PORT}` } : {}
  const settings = {
    ...path,
    max: connections,
    backoff: () => RECONNECT_SECONDS,
    connection: { application_name: `tollgate ${name}`, ...BY_KEY },
    onnotice: () => undefined,
    // Nobody would hear of it if the answer to that question of the client's own got lost, but the whole process.
    fetch_types: false,
    types: {
      bigint: postgres.BigInt,
      texts: TEXT_LIST,
      json: { to: 114, from: [114], serialize: (text: string) => text, parse: (text: string) => text },
    },
  }
  return reconnectingPool((onclose) => postgres(server.href, { ...settings, onclose }))
}

/** Does something on a connection of its own. @param name shows up in `pg_stat_activity` */
export async function withConnection<T>(url: string, name: string, act: (sql: Database) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, name, 1)
  return act(sql).finally(() => sql.end({ timeout: 1 }))
}
