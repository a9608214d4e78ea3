import type { FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { Awaiting, KeptOutcome, Transaction } from '#domain/transaction.ts'
import { nothing } from '../connection/cached-fragment.ts'
import type { Sql } from '../connection/database.ts'
import {
  insertFinalEvents,
  insertFinalEventsOnly,
  insertOptInEvents,
  insertOptInEventsOnly,
} from '../connection/event-inserts.ts'
import { journal } from '../ledger/journal.ts'
import { expiries, expiryJoin, expirySet } from './expiry-times.ts'
import { followUpSums } from './follow-up-sums.ts'

export interface Ending {
  readonly ended: Transaction
  /** What it must still be waiting for. */
  readonly expected: Awaiting
  /** Of an approved authorization: its provider's limit, else the seconds that it lasts. Null for all others. */
  readonly lasts: { readonly limit: Date | null; readonly seconds: number } | null
  /** What the gateway takes from the merchant for it; 0 unless approved. */
  readonly fee: bigint
  /**
   * The attempt this ends, where one was asked; one whose reversal is requested is reversed in case its charge comes
   * through after all. `outcome` if it is not the transaction's.
   */
  readonly attempt: {
    readonly attemptId: string
    readonly reversalRequested: boolean
    readonly outcome?: KeptOutcome | undefined
  } | null
  /** With the trace that led to it. */
  readonly event: { readonly id: string; readonly text: string; readonly traceparent: string | null }
  readonly further: readonly FurtherEvent[]
}

/**
 * Moves pending transactions to their final status, in one commit with everything that follows from it: the attempt's
 * answer, the end of the security code, the event and its deliveries. A card that came to be stored stays with an
 * approval and is erased with any other end. What a follow-up had reserved of its parent is used or given back, and the
 * journal of what was approved is posted. Only the latest attempt ends a transaction, and one whose charge is reversed
 * only if that goes on. An INVALID end gives the reference back (docs/reference/requests.md#refusals). Nothing expires
 * that got more time meanwhile.
 * @param isPast true if they ended when their records say, not now; nothing is delivered then
 * @returns undefined for one that somebody else moved first; then nothing happened to it
 */
export async function finishTransactions(
  sql: Sql,
  endings: readonly Ending[],
  isPast = false,
): Promise<readonly (Finished | undefined)[]> {
  const expire = endings.some(({ lasts }) => lasts !== null)
  const moved = await sql<(Finished & { event_id: string })[]>`
    with ended as (
      select * from json_to_recordset(${JSON.stringify(endings.map((ending) => toRow(ending, isPast)))}::json) as ended (
        merchant_id text, id text, expected text, attempt_id text, reversal_requested boolean,
        attempt_code text, attempt_message text, status text, processing_code text,
        response_message text, errors jsonb, processing_result jsonb, payment_method jsonb, data jsonb,
        systan integer, captured_amount bigint, fee_amount bigint, authentication_status text, authentication_level smallint,
        event_id text, event text, traceparent text, further json, at timestamptz, review text,
        capture_by timestamptz, lasts_until timestamptz, lasts_seconds float8)
    ), ${expire ? expiries(sql) : nothing(sql)} moved as (
      update transactions set
        status = ended.status, processing_code = ended.processing_code, response_message = ended.response_message,
        errors = ended.errors, processing_result = ended.processing_result, payment_method = ended.payment_method,
        data = ended.data, systan = ended.systan,
        captured_amount = ended.captured_amount, fee_amount = ended.fee_amount,
        authentication_status = ended.authentication_status, authentication_level = ended.authentication_level,
        awaiting = null, shopper_step = null, due_at = null, expires_at = null, updated_at = ended.at,
        finished_at = ${isPast ? sql`ended.at` : sql`now()`} ${reviews(sql, endings)} ${expire ? expirySet(sql) : nothing(sql)}
      from ended ${expire ? expiryJoin(sql) : nothing(sql)}
      where transactions.merchant_id = ended.merchant_id and transactions.id = ended.id
        and transactions.status = 'PENDING' and transactions.awaiting = ended.expected
        and coalesce(transactions.latest_attempt_id = ended.attempt_id, true)
        and (ended.reversal_requested or coalesce((
          select taken.state from attempts taken
          where taken.merchant_id = ended.merchant_id and taken.attempt_id = ended.attempt_id
        ), '') not in ('REVERSING', 'REVERSED'))
        and (ended.status <> 'SESSION_EXPIRED' or ended.expected = 'provider-answer' or transactions.expires_at <= now())
      returning transactions.merchant_id, transactions.id, transactions.terminal_id, transactions.reference,
        transactions.stored_token, transactions.parent_id, transactions.transaction_type, transactions.amount,
        transactions.currency, transactions.processing_result ->> 'paymentProviderAccountId' as provider_account_id,
        transactions.fee_amount, transactions.final_capture, transactions.authorization_expires_at, transactions.finished_at,
        ended.status, ended.attempt_id, ended.reversal_requested,
        coalesce(ended.attempt_code, ended.processing_code) as attempt_code,
        coalesce(ended.attempt_message, ended.response_message) as attempt_message, ended.event_id, ended.event, ended.traceparent, ended.further, ended.at
    ), answered as (
      update attempts set
        state = case when moved.reversal_requested or attempts.state = 'REVERSING' then 'REVERSING' else 'ANSWERED' end,
        reverse_at = case when moved.reversal_requested then now() else attempts.reverse_at end,
        processing_code = moved.attempt_code, response_message = moved.attempt_message, updated_at = moved.at
      from moved
      where attempts.merchant_id = moved.merchant_id and attempts.transaction_id = moved.id
        and attempts.attempt_id = moved.attempt_id
    ), forgotten as (
      delete from authentication_secrets secrets using moved
      where secrets.merchant_id = moved.merchant_id and secrets.transaction_id = moved.id
    ), ${release(sql, endings)} ${storedCards(sql, endings)} ${followUpSums(sql, endings.some(isFollowUp))},
    ${journal(sql)}, ${isPast ? insertFinalEventsOnly(sql) : insertFinalEvents(sql)} ${further(sql, endings, isPast)}
    select event_id, authorization_expires_at as "authorizationExpiresAt" from moved`
  const written = new Map(moved.map(({ event_id, ...finished }) => [event_id, finished]))
  return endings.map(({ event }) => written.get(event.id))
}

/** Fields that the database adds to a transaction that it finished. */
export interface Finished {
  /** By the merchant's clock. */
  readonly authorizationExpiresAt: Date | null
}

const isFollowUp = ({ ended }: Ending) => ended.parentId !== null

function reviews(sql: Sql, endings: readonly Ending[]) {
  return endings.some(({ ended }) => ended.review !== null) ? sql`, review = ended.review` : nothing(sql)
}

/** Parts that no ending needs are left out: to begin one that finds nothing takes as long as to write a row. */
function release(sql: Sql, endings: readonly Ending[]) {
  if (endings.every(({ ended }) => ended.status !== 'INVALID')) return nothing(sql)
  return sql`released as (
    delete from order_references held using moved
    where moved.status = 'INVALID' and held.merchant_id = moved.merchant_id and held.terminal_id = moved.terminal_id
      and held.reference = moved.reference and held.holder_id = moved.id
  ),`
}

function storedCards(sql: Sql, endings: readonly Ending[]) {
  if (endings.every(({ ended }) => ended.storedToken === null)) return nothing(sql)
  return sql`kept as (
    update payment_methods stored set state = 'ACTIVE', updated_at = moved.at from moved
    where moved.status = 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
  ), erased as (
    delete from payment_methods stored using moved
    where moved.status <> 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
  ),`
}

function further(sql: Sql, endings: readonly Ending[], isPast: boolean) {
  if (endings.every(({ further }) => further.length === 0)) return nothing(sql)
  return sql`, told as (
    select moved.merchant_id, moved.terminal_id, one.id as event_id, one.type as event, one.body, moved.at
    from moved cross join lateral json_to_recordset(moved.further) as one (id text, type text, body text)
  ), ${isPast ? insertOptInEventsOnly(sql) : insertOptInEvents(sql)}`
}

function toRow(ending: Ending, isPast: boolean) {
  const { ended, expected, lasts, fee, attempt, event, further } = ending
  return {
    merchant_id: ended.merchantId,
    id: ended.id,
    expected,
    attempt_id: attempt?.attemptId ?? null,
    reversal_requested: attempt?.reversalRequested ?? false,
    attempt_code: attempt?.outcome?.code,
    attempt_message: attempt?.outcome?.responseMessage,
    status: ended.status,
    processing_code: ended.processingCode,
    response_message: ended.responseMessage,
    errors: ended.errors,
    processing_result: ended.processingResult,
    payment_method: ended.paymentMethod,
    data: ended.data,
    ...(ended.review && { review: ended.review }),
    systan: ended.systan,
    captured_amount: exactInteger(ended.capturedAmount),
    fee_amount: exactInteger(fee),
    authentication_status: ended.authentication.status,
    authentication_level: ended.authentication.level,
    event_id: event.id,
    event: event.text,
    traceparent: event.traceparent,
    further: further.map(({ id, type, body }) => ({ id, type, body })),
    at: ended.updatedAt.toISOString(),
    capture_by: ended.captureBy?.toISOString() ?? null,
    lasts_until: (lasts?.limit ?? (isPast ? limitSince(ending) : null))?.toISOString() ?? null,
    lasts_seconds: lasts?.seconds ?? null,
  }
}

/** The limit of an authorization of the past; the database adds that of a present one. */
function limitSince({ ended, lasts }: Ending): Date | null {
  return lasts && new Date(ended.updatedAt.getTime() + lasts.seconds * 1000)
}
