import type { Database, Sql } from './sql.ts'

/**
 * How long a statement of a request or of the worker may take, waiting for locks included. They take milliseconds; one
 * that takes this long waits for something that is stuck, and its caller is better told so. It has to leave room for
 * the rest of a request within the 55 s for which a request holds its `Idempotency-Key`.
 */
export const STATEMENT_SECONDS = 15
/** What reads, cleans or copies whole tables: a few million rows take minutes. */
export const LONG_STATEMENT_SECONDS = 1800
/** Whoever holds locks and does nothing is frozen or cut off. No SQL transaction of ours waits for anybody outside. */
export const IDLE_IN_TRANSACTION_SECONDS = 60

/** Gives each further statement of a SQL transaction so much time. */
export async function limitStatements(transaction: Sql, seconds: number): Promise<void> {
  await transaction`select set_config('statement_timeout', ${`${seconds}s`}, true)`
}

/** Gives the rest of a SQL transaction the time that statements on whole tables need. */
export function allowLongStatements(transaction: Sql): Promise<void> {
  return limitStatements(transaction, LONG_STATEMENT_SECONDS)
}

/** Runs statements on whole tables. */
export async function withLongTimeout<T>(sql: Database, act: (transaction: Sql) => Promise<T>): Promise<T> {
  const answer = await sql.begin(async (transaction) => {
    await allowLongStatements(transaction)
    return { value: await act(transaction) }
  })
  return (answer as { value: T }).value
}
