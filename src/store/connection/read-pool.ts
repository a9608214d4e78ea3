import { RequestError } from '#domain/problem.ts'
import { isPooled } from '../address/database-address.ts'
import { type Database, openDatabase, type Sql } from './database.ts'
import { beside } from './replica.ts'
import { limitStatements } from './time-limits.ts'

/** Lists and reports of all callers share so many connections of a process; payments never wait behind them. */
const CONNECTIONS = 2
/** Users wait for these. A slower read is stopped, with the advice to narrow it or try again. */
const READ_SECONDS = 3
/** A part of a file that is being downloaded. */
const BATCH_SECONDS = 10
/** Further requests are rejected immediately. */
const MOST_AT_ONCE = 24

type Read = <T>(act: (sql: Sql) => Promise<T>) => Promise<T>

export interface ReadPool {
  /** @throws RequestError `unavailable` if too many wait already */
  readonly read: Read
  /** Reads with a longer timeout. */
  readonly readBatch: Read
  /** Like `read`, of UNLOGGED tables, which a standby does not have. */
  readonly readPrimary: Read
  end(options?: { timeout?: number }): Promise<void>
}

interface Options {
  readonly url: string
  /** Of a standby; undefined where there is none. */
  readonly replicaUrl: string | undefined
  readonly name: string
  readonly answered: (server: 'primary' | 'replica') => void
}

/**
 * Plans are made per query: a generic one would scan all payments for a rare value. A replica serves what it can
 * (docs/decisions/0074-reads-from-a-standby.md).
 */
export function openReadPool({ url, replicaUrl, name, answered }: Options): ReadPool {
  const primary = openServer(url, name)
  const replica = replicaUrl === undefined ? undefined : openServer(replicaUrl, `${name} of a standby`)
  const elsewhere = replica && beside(primary.sql, replica.sql)
  let current = 0
  const admitted = async <T>(act: () => Promise<T>): Promise<T> => {
    if (current >= MOST_AT_ONCE) throw new RequestError('unavailable', [BUSY], 1)
    current += 1
    return act().finally(() => {
      current -= 1
    })
  }
  const either = async <T>(how: 'read' | 'readBatch', act: (sql: Sql) => Promise<T>): Promise<T> => {
    const found = await elsewhere?.(() => replica![how](act))
    answered(found ? 'replica' : 'primary')
    return found ? found.value : primary[how](act)
  }
  return {
    read: (act) => admitted(() => either('read', act)),
    readBatch: (act) => admitted(() => either('readBatch', act)),
    readPrimary: (act) => admitted(() => primary.read(act)),
    end: async (options) => void (await Promise.all([primary.sql.end(options), replica?.sql.end(options)])),
  }
}

const BUSY = { property: '', message: 'Too many reports are running. Try again in a moment.', params: [] }

interface Server {
  readonly sql: Database
  readonly read: Read
  readonly readBatch: Read
}

function openServer(url: string, name: string): Server {
  const sql = openDatabase(url, name, CONNECTIONS, READ_SECONDS, false)
  // All PgBouncer sessions share one limit, so a shorter one is set per transaction.
  const isOfSession = !isPooled(url)
  return {
    sql,
    read: (act) => (isOfSession ? act(sql) : within(READ_SECONDS, sql, act)),
    readBatch: (act) => within(BATCH_SECONDS, sql, act),
  }
}

function within<T>(seconds: number, sql: Database, act: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.begin('read only', async (transaction) => {
    await limitStatements(transaction, seconds)
    return act(transaction)
  })
}
