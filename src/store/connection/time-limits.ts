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
const IDLE_IN_TRANSACTION_SECONDS = 60

/** The limits as parameters of a new session, in milliseconds. */
export function limitsOf(statementSeconds: number) {
  return {
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS * 1000,
  }
}

/** Gives the rest of a SQL transaction the time that statements on whole tables need. */
export async function allowLongStatements(transaction: Sql): Promise<void> {
  await transaction`select set_config('statement_timeout', ${`${LONG_STATEMENT_SECONDS}s`}, true)`
}

/** Runs statements on whole tables. */
export async function unhurried<T>(sql: Database, act: (transaction: Sql) => Promise<T>): Promise<T> {
  const answer = await sql.begin(async (transaction) => {
    await allowLongStatements(transaction)
    return { value: await act(transaction) }
  })
  return (answer as { value: T }).value
}
