import type { ProcessingCode } from '#domain/processing-code.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { GIVE_UP_AFTER } from './given-up-reversals.ts'

/** A charge still there this long after its confirmed reversal came later, so it gets a new reversal. */
const STANDS_AFTER = '3 days'

export interface Attempt {
  readonly merchantId: string
  readonly attemptId: string
  readonly transactionId: string
  readonly number: number
  readonly provider: string
  readonly providerAccountId: string
  /** ID of the charge at the provider; null if unknown. */
  readonly providerReference: string | null
  readonly reversal: 'none' | 'ordered' | 'confirmed'
}

const ATTEMPT = record<Attempt>({
  reversal: `case state when 'REVERSING' then 'ordered' when 'REVERSED' then 'confirmed' else 'none' end`,
})('merchantId, attemptId, transactionId, number, provider, providerAccountId, providerReference, reversal')

export function listAttempts(sql: Sql, merchantId: string, transactionId: string): Promise<EndedAttempt[]> {
  return sql<EndedAttempt[]>`
    select ${ATTEMPT.select(sql)}, processing_code as "processingCode", response_message as "responseMessage",
      created_at as "createdAt"
    from attempts where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by number`
}

/** Null codes until the outcome is known. */
export interface EndedAttempt extends Attempt {
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: string | null
  readonly createdAt: Date
}

export function findLatestAttempt(sql: Sql, merchantId: string, transactionId: string): Promise<Attempt | undefined> {
  return first(sql<Attempt[]>`
    select ${ATTEMPT.select(sql)} from attempts where merchant_id = ${merchantId} and transaction_id = ${transactionId}
    order by number desc limit 1`)
}

export function findAttempt(sql: Sql, merchantId: string, attemptId: string): Promise<Attempt | undefined> {
  return first(sql<Attempt[]>`
    select ${ATTEMPT.select(sql)} from attempts where merchant_id = ${merchantId} and attempt_id = ${attemptId}`)
}

/** Stores the provider's ID of a charge; the last applies: a payment on a page differs from the page. */
export async function rememberReference(
  sql: Sql,
  merchantId: string,
  attemptId: string,
  reference: string,
): Promise<void> {
  await sql`
    update attempts set provider_reference = ${reference}
    where merchant_id = ${merchantId} and attempt_id = ${attemptId}`
}

/** Records that the provider does not know an attempt. Returns the seconds since its first such answer. */
export async function noteNotFound(sql: Sql, attempt: Attempt): Promise<number> {
  const [row] = await sql<[{ seconds: number }]>`
    update attempts set not_found_since = coalesce(not_found_since, now()), updated_at = now()
    where merchant_id = ${attempt.merchantId} and attempt_id = ${attempt.attemptId}
    returning extract(epoch from now() - not_found_since)::float8 as seconds`
  return row.seconds
}

/**
 * Orders a reversal; idempotent while one is in progress. A charge that outlasts its reversal gets another: not every
 * provider can bar late charges. Repeats get rarer and stop, because some charges cannot be reversed.
 * @returns true if it stopped now
 */
export async function requestReversal(sql: Sql, merchantId: string, attemptId: string): Promise<boolean> {
  const again = sql`state = 'REVERSED' and updated_at > now() - ${STANDS_AFTER}::interval`
  const over = sql`(${again} and reversal_began_at <= now() - ${GIVE_UP_AFTER}::interval) is true`
  const [row] = await sql<{ givenUp: boolean }[]>`
    update attempts set state = 'REVERSING', updated_at = now(),
      reverse_at = case when ${over} then null when state = 'REVERSED'
        then now() + least((now() - created_at) / 4, interval '1 hour') else now() end,
      reversal_given_up_at = case when ${over} then now() end,
      reversal_began_at = case when ${again} then reversal_began_at end
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state in ('ASKING', 'ANSWERED', 'REVERSED')
    returning reversal_given_up_at is not null as "givenUp"`
  return row?.givenUp === true
}

/** Orders the reversal of an undecided attempt's charge. @returns true if this call was the first to order it */
export function reverseUndecided(sql: Sql, merchantId: string, attemptId: string): Promise<boolean> {
  return isOne(sql`
    update attempts set state = 'REVERSING', reverse_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'ASKING'
    returning 1`)
}

/** Claims due reversals; unconfirmed ones are due again after `leaseSeconds`. */
export async function claimDueReversals(sql: Sql, limit: number, leaseSeconds: number): Promise<Attempt[]> {
  return sql<Attempt[]>`
    update attempts set reverse_at = now() + make_interval(secs => ${leaseSeconds}),
      reversal_began_at = coalesce(reversal_began_at, now())
    where (merchant_id, attempt_id) in (
      select merchant_id, attempt_id from attempts
      where state = 'REVERSING' and reverse_at <= now()
      order by reverse_at limit ${limit} for update skip locked
    )
    returning ${ATTEMPT.select(sql)}`
}

/** The provider confirmed that the charge is reversed, or can never happen. */
export async function markReversed(sql: Sql, attempt: Attempt): Promise<void> {
  await sql`
    update attempts set state = 'REVERSED', reverse_at = null, reversal_given_up_at = null, updated_at = now()
    where merchant_id = ${attempt.merchantId} and attempt_id = ${attempt.attemptId} and state = 'REVERSING'`
}
