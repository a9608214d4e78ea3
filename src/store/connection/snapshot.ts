import type { Database, Sql } from './sql.ts'
import { allowLongStatements } from './time-limits.ts'

/** For the tables that joins are hashed into: more goes to files. */
const HASH_MEMORY = '32MB'

export interface Ending {
  /** From where the query that is running is ended. */
  readonly sql: Database
  /** Ends it, in the database too. */
  readonly signal: AbortSignal
}

/**
 * Runs queries that read everything, all as of one moment and free to read tables from end to end, which this room's
 * other statements are not (`database.ts`). Joins are hashed, so that their time grows with the tables and no faster:
 * what the planner believes of tables that have grown since they were last looked at would have it compare every row with
 * every other. They keep to one core of the server's.
 * @param own a connection that nobody else waits for
 * @throws the database's error where it was ended
 */
export async function inSnapshot<T>(own: Database, read: (snapshot: Sql) => Promise<T>, ending: Ending): Promise<T> {
  const answer = await own.begin('isolation level repeatable read read only', async (snapshot) => {
    await allowLongStatements(snapshot)
    await snapshot`set local enable_seqscan = on`
    await snapshot`set local enable_hashjoin = on`
    await snapshot`set local enable_nestloop = off`
    await snapshot`set local max_parallel_workers_per_gather = 0`
    await snapshot`select set_config('work_mem', ${HASH_MEMORY}, true)`
    return { value: await cancellable(snapshot, ending, () => read(snapshot)) }
  })
  return (answer as { value: T }).value
}

/** The connection is given back when nothing can hit its next user any more. */
async function cancellable<T>(transaction: Sql, { sql, signal }: Ending, act: () => Promise<T>): Promise<T> {
  const [{ pid }] = await transaction<[{ pid: number }]>`select pg_backend_pid() as pid`
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = () => {
    cancelling = sql`select pg_cancel_backend(${pid}::integer)`.catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return await act()
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
  }
}
