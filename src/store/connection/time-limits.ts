import type { Database, Sql } from './sql.ts'

/** Limit of statements, locks included; fits in the 55 s for which a request holds its `Idempotency-Key`. */
export const STATEMENT_SECONDS = 15
/** Time for a statement that reads, cleans or copies whole tables: a few million rows take minutes. */
export const LONG_STATEMENT_SECONDS = 1800
/** Limit for idle SQL transactions: none waits for anything outside the database. */
export const IDLE_IN_TRANSACTION_SECONDS = 60

/** Limits each further statement of a SQL transaction. */
export async function limitStatements(transaction: Sql, seconds: number): Promise<void> {
  await transaction`select set_config('statement_timeout', ${`${seconds}s`}, true)`
}

export function withLongTimeout<T>(sql: Database, act: (transaction: Sql) => Promise<T>): Promise<T> {
  return sql.begin(async (transaction) => {
    await limitStatements(transaction, LONG_STATEMENT_SECONDS)
    return act(transaction)
  })
}
