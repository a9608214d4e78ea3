import { batched } from './batched.ts'
import type { Database } from './database.ts'
import { type Ending, finishTransactions } from './endings.ts'
import { type Intent, type IntentAnswer, recordIntents } from './intents.ts'

/** The two commits of a payment. Payments that are under way together share statements and commits. */
export interface TransactionWriter {
  readonly recordIntent: (intent: Intent) => Promise<IntentAnswer>
  /** @returns false where somebody else moved the transaction first */
  readonly finish: (ending: Ending) => Promise<boolean>
}

/** @param dueInSeconds when the worker looks after an intent, should this process die */
export function openTransactionWriter(sql: Database, dueInSeconds: number): TransactionWriter {
  return {
    recordIntent: batched((intents: readonly Intent[]) => recordIntents(sql, intents, dueInSeconds)),
    finish: batched((endings: readonly Ending[]) => finishTransactions(sql, endings)),
  }
}
