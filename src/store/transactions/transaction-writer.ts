import { setTimeout as sleep } from 'node:timers/promises'
import { isAgreementCharge } from '#domain/agreement.ts'
import { isUnreachableError, isUnusableSessionError } from '../connection/availability.ts'
import { batched } from '../connection/batched.ts'
import type { Database, Sql } from '../connection/database.ts'
import { isDeadlock } from '../connection/deadlocks.ts'
import { type Ending, type Finished, finishTransactions } from './endings.ts'
import type { Intent, IntentAnswer } from './intent.ts'
import { recordIntents } from './intents.ts'
import { recordLinkIntent } from './link-intents.ts'

const SECOND_TRY_MS = 200

/** Two commits of a payment. Concurrent payments share statements and commits. */
export interface TransactionWriter {
  readonly recordIntent: (intent: Intent) => Promise<IntentAnswer>
  /** @returns undefined if another process moved the transaction first, or an earlier attempt of this one did */
  readonly finish: (ending: Ending) => Promise<Finished | undefined>
  readonly finishIn: (sql: Sql, ending: Ending) => Promise<Finished | undefined>
  /** Checks that payments have a session whose role may write. @throws an error that `isUnavailableError` */
  readonly check: () => Promise<void>
}

/** @param dueInSeconds until the worker checks, if this process dies @param isPast as in `finishTransactions` */
export function openTransactionWriter(sql: Database, dueInSeconds: number, isPast = false): TransactionWriter {
  const record = twice(batched((intents: readonly Intent[]) => recordIntents(sql, intents, dueInSeconds)))
  // A charge may wait for its agreement, so it stays out of batches.
  const recordAlone = twice(async (intent: Intent) => (await recordIntents(sql, [intent], dueInSeconds))[0]!)
  // Payments of one link take turns, so each stays out of batches.
  const recordOfLink = twice((intent: Intent) => recordLinkIntent(sql, intent, dueInSeconds))
  return {
    recordIntent: (intent) => {
      if (intent.transaction.paymentLinkId !== null) return recordOfLink(intent)
      return isAgreementCharge(intent.transaction) ? recordAlone(intent) : record(intent)
    },
    finish: twice(batched((endings: readonly Ending[]) => finishTransactions(sql, endings, isPast))),
    finishIn: async (tx, ending) => (await finishTransactions(tx, [ending], isPast))[0],
    check: async () => void (await sql`insert into transactions (id) select '' where false`),
  }
}

/** A COMMIT that lost its connection is uncertain, a canceled one did nothing; both acts are idempotent. */
function twice<K, V>(act: (item: K) => Promise<V>): (item: K) => Promise<V> {
  return async (item) => {
    try {
      return await act(item)
    } catch (error) {
      if (!isUnreachableError(error) && !isUnusableSessionError(error) && !isDeadlock(error)) throw error
      await sleep(SECOND_TRY_MS)
      return act(item)
    }
  }
}
