import type { Database, Sql } from '../connection/sql.ts'
import { limitStatements } from '../connection/time-limits.ts'

/** Memory of a hash join; more goes to files. */
const HASH_MEMORY = '32MB'
/** 500 million transactions, calculated from 10 million. */
const LONGEST_SECONDS = 4 * 3600

export interface Ending {
  /** Pool that cancels the running query. */
  readonly sql: Database
  /** Cancels it, in the database too. */
  readonly signal: AbortSignal
}

/**
 * Runs queries on whole tables in one snapshot. Joins are hashed, because stale statistics would choose nested loops;
 * one core.
 * @param own a dedicated connection
 * @throws the database's error if it was canceled
 */
export function inSnapshot<T>(own: Database, read: (snapshot: Sql) => Promise<T>, ending: Ending): Promise<T> {
  return own.begin('isolation level repeatable read read only', async (snapshot) => {
    await limitStatements(snapshot, LONGEST_SECONDS)
    await snapshot`set local enable_seqscan = on`
    await snapshot`set local enable_hashjoin = on`
    await snapshot`set local enable_nestloop = off`
    await snapshot`set local max_parallel_workers_per_gather = 0`
    await snapshot`select set_config('work_mem', ${HASH_MEMORY}, true)`
    return cancellable(snapshot, ending, () => read(snapshot))
  })
}

/** Lets further queries of the snapshot find rows of large tables by key. */
export async function readByKey(snapshot: Sql): Promise<void> {
  await snapshot`set local enable_seqscan = off`
  await snapshot`set local enable_nestloop = on`
}

/** Keeps the connection until no cancellation can reach its next user. */
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
