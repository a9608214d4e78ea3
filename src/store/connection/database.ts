import { tracedWithin } from '#trace/index.ts'
import { isPooled, readDatabaseAddress } from '../address/database-address.ts'
import { ask, copyEnd } from './ask.ts'
import { noteDatabaseError } from './availability.ts'
import { SessionPool } from './session-pool.ts'
import { sessionSettings } from './session-settings.ts'
import { type CopyStream, createSql, type Database, type Query } from './sql.ts'
import { LONG_STATEMENT_SECONDS, STATEMENT_SECONDS } from './time-limits.ts'
import { type Act, inTransaction } from './transaction.ts'

export type { Database, Sql } from './sql.ts'

/** A server is silent if it has no answer this long after the time limit of a statement. */
const SILENCE_SECONDS = 5
/** Attributes of spans (OpenTelemetry's conventions); a statement's text would add nothing but length. */
export const TRACED = { 'db.system.name': 'postgresql' }

let inProgress = 0

/** Statements and SQL transactions in progress or waiting, in all pools of this process. */
export function statementsInProgress(): number {
  return inProgress
}

/**
 * Opens a pool. int8 is read as bigint, `json` as text, `jsonb` parsed.
 * @param url as libpq reads it; `?pgbouncer=true` forbids session settings, because sessions change between SQL
 *   transactions
 * @param name in `pg_stat_activity`
 * @param statementSeconds after which the server ends a statement
 * @param prepare true if the server keeps statements and their plans
 */
export function openDatabase(
  url: string,
  name: string,
  connections = 8,
  statementSeconds = STATEMENT_SECONDS,
  prepare = true,
): Database {
  const isDirect = !isPooled(url)
  const isPrepared = prepare && isDirect
  const settings = isDirect ? sessionSettings(statementSeconds) : {}
  const pool = new SessionPool({ address: readDatabaseAddress(url), name, settings, connections })
  const timeoutMs = (statementSeconds + SILENCE_SECONDS) * 1000
  const send = (query: Query) =>
    watched('database statement', () => pool.use((session) => ask(session, query, isPrepared, timeoutMs)))

  function begin<T>(mode: string | Act<T>, act?: Act<T>): Promise<T> {
    const [named, run] = typeof mode === 'string' ? [mode, act!] : ['', mode]
    const how = { mode: named, isPrepared, timeoutMs }
    return watched('database transaction', () => pool.use((session) => inTransaction(session, how, run)))
  }

  function copy(stream: CopyStream): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    pool
      .use(async (session) => {
        const ended = copyEnd(stream)
        session.query(stream as never)
        resolve()
        await ended
      })
      .catch(reject)
    return promise
  }

  const end: Database['end'] = ({ timeout } = {}) => pool.end(timeout === undefined ? undefined : timeout * 1000)
  return Object.assign(createSql(send, copy), { begin, end })
}

/** Runs on a dedicated connection. @param name in `pg_stat_activity` */
export async function withConnection<T>(url: string, name: string, act: (sql: Database) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, name, 1, LONG_STATEMENT_SECONDS)
  return act(sql).finally(() => sql.end({ timeout: 1 }))
}

function watched<T>(name: string, act: () => Promise<T>): Promise<T> {
  return tracedWithin(name, TRACED, async () => {
    inProgress += 1
    try {
      return await act()
    } catch (error) {
      noteDatabaseError(error)
      throw error
    } finally {
      inProgress -= 1
    }
  })
}
