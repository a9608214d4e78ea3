import { RequestError } from '#domain/problem.ts'
import { type Database, openDatabase, type Sql } from './database.ts'
import { isPooled } from './session-settings.ts'
import { limitStatements } from './time-limits.ts'

/** Lists and reports of all callers share so many connections of a process; payments never wait behind them. */
const CONNECTIONS = 2
/** People wait for these. One that takes longer is given up, and its caller told to narrow it or to come again. */
const READ_SECONDS = 3
/** A part of a file that is being downloaded. */
const BATCH_SECONDS = 10
/** Whoever comes when so many are under way or waiting is turned away at once. */
const MOST_AT_ONCE = 24

/** Connections for what reads much and changes nothing. */
export interface ReadPool {
  /** @throws RequestError `unavailable` where too many wait already */
  read<T>(act: (sql: Sql) => Promise<T>): Promise<T>
  /** The same, with more time. */
  readBatch<T>(act: (sql: Sql) => Promise<T>): Promise<T>
  end(options?: { timeout?: number }): Promise<void>
}

/**
 * A plan is made for what is asked each time: one for any status or customer would walk through all payments for a rare one.
 * @param name shows up in `pg_stat_activity`
 */
export function openReadPool(url: string, name: string): ReadPool {
  const sql = openDatabase(url, name, CONNECTIONS, READ_SECONDS, false)
  // Behind PgBouncer sessions have one limit for everybody: a shorter one has to be set where it counts.
  const isOfSession = !isPooled(url)
  let current = 0
  const admitted = async <T>(act: () => Promise<T>): Promise<T> => {
    if (current >= MOST_AT_ONCE) throw new RequestError('unavailable', [BUSY], 1)
    current += 1
    return act().finally(() => {
      current -= 1
    })
  }
  return {
    read: (act) => admitted(() => (isOfSession ? act(sql) : within(READ_SECONDS, sql, act))),
    readBatch: (act) => admitted(() => within(BATCH_SECONDS, sql, act)),
    end: (options) => sql.end(options),
  }
}

const BUSY = { property: '', message: 'Too many lists and reports are being read just now; try again.', params: [] }

async function within<T>(seconds: number, sql: Database, act: (sql: Sql) => Promise<T>): Promise<T> {
  const answer = await sql.begin('read only', async (transaction) => {
    await limitStatements(transaction, seconds)
    return { value: await act(transaction) }
  })
  return (answer as { value: T }).value
}
