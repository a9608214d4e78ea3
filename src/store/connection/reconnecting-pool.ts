import { beginWithin, tracedWithin } from '#trace/index.ts'
import { noteDatabaseError } from './availability.ts'
import { type Session, waitForEnd } from './session.ts'
import type { SessionPool } from './session-pool.ts'
import { type CopyStream, createSql, type Database, type Transaction } from './sql.ts'
import type { Query } from './statement.ts'
import { DATABASE } from './traced-database.ts'
import { inTransaction } from './transaction.ts'

let underWay = 0

/** Statements and SQL transactions that this process waits for, in all its pools; some may wait for a connection. */
export function statementsUnderWay(): number {
  return underWay
}

type Act<T> = (transaction: Transaction) => T | Promise<T>

/** A database whose statements and SQL transactions are sent on the sessions of a pool. */
export function pooledDatabase(pool: SessionPool): Database {
  async function send(query: Query) {
    const span = beginWithin('database statement', DATABASE)
    let failed = true
    try {
      const rows = await counted(pool.use(false, (session) => session.ask(query)))
      failed = false
      return rows
    } finally {
      span?.end({ failed })
    }
  }

  function begin<T>(mode: string | Act<T>, act?: Act<T>): Promise<T> {
    const run = (session: Session) =>
      typeof mode === 'string' ? inTransaction(session, mode, act!) : inTransaction(session, '', mode)
    return tracedWithin('database transaction', DATABASE, () => counted(pool.use(true, run)))
  }

  async function copy(stream: CopyStream): Promise<void> {
    const begun = Promise.withResolvers<void>()
    const copying = pool.use(true, async (session) => {
      const ended = waitForEnd(stream)
      await session.copy(stream)
      begun.resolve()
      await ended
    })
    copying.catch(begun.reject)
    await begun.promise
  }

  const end: Database['end'] = ({ timeout } = {}) => pool.end(timeout === undefined ? undefined : timeout * 1000)
  return Object.assign(createSql(send, copy), { begin, end })
}

async function counted<T>(answer: Promise<T>): Promise<T> {
  underWay += 1
  try {
    return await answer
  } catch (error) {
    noteDatabaseError(error)
    throw error
  } finally {
    underWay -= 1
  }
}
