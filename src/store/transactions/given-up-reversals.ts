import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { newest } from '../shape/where.ts'

/**
 * Duration of repeats (docs/operate/monitoring.md#reversals-that-failed). Longer than any outage; providers still
 * accept refunds for months.
 */
export const GIVE_UP_AFTER = '14 days'

/** Reversal that is no longer repeated, because its provider never confirmed it. */
export interface GivenUpReversal {
  readonly attemptId: string
  readonly merchantId: string
  readonly transactionId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly providerReference: string | null
  /** Time of the first request; null if it was ordered again. */
  readonly beganAt: Date | null
  readonly givenUpAt: Date | null
}

const REVERSAL = record<GivenUpReversal>({ beganAt: 'reversal_began_at', givenUpAt: 'reversal_given_up_at' })(
  'attemptId, merchantId, transactionId, provider, providerAccountId, providerReference, beganAt, givenUpAt',
)

/** Stops repeating a reversal that began long enough ago. @returns whether it ended now */
export function giveUpReversal(sql: Sql, attempt: Pick<GivenUpReversal, 'merchantId' | 'attemptId'>): Promise<boolean> {
  return isOne(sql`
    update attempts set reverse_at = null, reversal_given_up_at = now(), updated_at = now()
    where merchant_id = ${attempt.merchantId} and attempt_id = ${attempt.attemptId} and state = 'REVERSING'
      and reversal_given_up_at is null and reversal_began_at <= now() - ${GIVE_UP_AFTER}::interval
    returning 1`)
}

export async function listGivenUpReversals(sql: Sql, after: Position | undefined, limit: number) {
  return sql<(GivenUpReversal & Position)[]>`
    select ${REVERSAL.select(sql)}, attempt_id as id, reversal_given_up_at as "createdAt" from attempts
    where reversal_given_up_at is not null ${newest(sql, 'reversal_given_up_at, attempt_id', after, limit)}`
}

export async function countGivenUpReversals(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from attempts where reversal_given_up_at is not null`
  return row.count
}

export function findGivenUpReversal(sql: Sql, attemptId: string): Promise<GivenUpReversal | undefined> {
  return first(sql<GivenUpReversal[]>`
    select ${REVERSAL.select(sql)} from attempts where reversal_given_up_at is not null and attempt_id = ${attemptId}`)
}

/** Repeats it as if it were new. @returns undefined unless it has stopped */
export function retryGivenUpReversal(sql: Sql, merchantId: string, attemptId: string) {
  return first(sql<GivenUpReversal[]>`
    update attempts set reverse_at = now(), reversal_began_at = null, reversal_given_up_at = null, updated_at = now()
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'REVERSING'
      and reversal_given_up_at is not null
    returning ${REVERSAL.select(sql)}`)
}
