import type { Sql } from '../connection/database.ts'
import { consequences } from './consequences.ts'
import { ENDED_COLUMNS, type Ending, receiptsOf, toEndedRow } from './ending.ts'
import { expiries } from './expiry-times.ts'

export type { Ending } from './ending.ts'

export interface Finished {
  /** By the merchant's clock. */
  readonly authorizationExpiresAt: Date | null
}

/**
 * Finalizes pending transactions with all consequences (`consequences.ts`) in one commit. Only the latest attempt ends
 * one; if its charge is reversed, only if it continues. Extended ones do not expire.
 * @param isPast true if they ended when their records say; nothing is delivered then
 * @returns undefined if another process moved it first
 */
export async function finishTransactions(
  sql: Sql,
  endings: readonly Ending[],
  isPast = false,
): Promise<readonly (Finished | undefined)[]> {
  const moved = await sql<(Finished & { event_id: string })[]>`
    with ended as (
      select * from json_to_recordset(${JSON.stringify(endings.map((ending) => toEndedRow(ending, isPast)))}::json)
        as ended (${sql.unsafe(ENDED_COLUMNS)})
    ), ${expiries(sql)}, moved as (
      update transactions set
        status = ended.status, processing_code = ended.processing_code, response_message = ended.response_message,
        errors = ended.errors, processing_result = ended.processing_result, payment_method = ended.payment_method,
        data = ended.data, systan = ended.systan,
        captured_amount = ended.captured_amount, fee_amount = ended.fee_amount,
        authentication_status = ended.authentication_status, authentication_level = ended.authentication_level,
        awaiting = null, shopper_step = null, due_at = null, expires_at = null, updated_at = ended.at,
        finished_at = coalesce(ended.finished_at, now()), review = coalesce(ended.review, transactions.review),
        authorization_limit_at = expiring.authorization_limit_at, authorization_expires_at = expiring.expires_at,
        expiry_step = expiring.step, expiry_due_at = expiring.due_at
      from ended left join expiring on expiring.id = ended.id
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
        transactions.fee_amount, transactions.final_capture, transactions.authorization_expires_at,
        transactions.finished_at, ended.status, ended.attempt_id, ended.reversal_requested,
        coalesce(ended.attempt_code, ended.processing_code) as attempt_code,
        coalesce(ended.attempt_message, ended.response_message) as attempt_message,
        ended.event_id, ended.event, ended.traceparent, ended.further, ended.at
    ), ${consequences(sql, isPast, receiptsOf(endings))}
    select event_id, authorization_expires_at as "authorizationExpiresAt" from moved`
  const written = new Map(moved.map(({ event_id, ...finished }) => [event_id, finished]))
  return endings.map(({ event }) => written.get(event.id))
}
