import type { FurtherEvent } from '#domain/event-types.ts'
import type { Awaiting, KeptOutcome, Transaction } from '#domain/transaction.ts'
import { chargedAgreement } from '../agreements/charged-agreement.ts'
import type { Database, Sql } from '../connection/database.ts'
import { recordFurtherEvents } from '../events/further-events.ts'
import { isOne } from '../shape/results.ts'
import type { NewAttempt } from './intent.ts'
import { fromRow, TRANSACTION, type TransactionRow } from './transaction-row.ts'

/**
 * Ends an attempt and schedules the next ask of its charge, with the event, in one commit. Reverses an attempt that
 * never arrived, in case it does.
 * @param transaction with its new state
 * @returns undefined if another process moved the transaction first
 */
export async function scheduleAsk(
  tx: Sql,
  transaction: Transaction,
  expected: Awaiting,
  ended: { readonly attemptId: string; readonly outcome: KeptOutcome; readonly arrived: boolean },
  inSeconds: number,
  event: FurtherEvent,
): Promise<Transaction | undefined> {
  const { merchantId, id, data, paymentMethod, processingResult, updatedAt } = transaction
  const { attemptId, arrived } = ended
  const { code, responseMessage } = ended.outcome
  const [row] = await tx<TransactionRow[]>`
    with moved as (
      update transactions set data = ${tx.json(data)}, awaiting = 'recovery',
        response_message = ${responseMessage}, payment_method = ${tx.json(paymentMethod)},
        processing_result = ${tx.json(processingResult)}, updated_at = ${updatedAt},
        due_at = now() + make_interval(secs => ${inSeconds}::float8), expires_at = null
      where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = ${expected}
        and coalesce(latest_attempt_id = ${attemptId}, true)
        and exists (
          select from attempts
          where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'ASKING'
        )
      returning ${tx.unsafe(TRANSACTION.columns)}
    ), answered as (
      update attempts set state = ${arrived ? 'ANSWERED' : 'REVERSING'}, reverse_at = ${arrived ? null : tx`now()`},
        processing_code = ${code}, response_message = ${responseMessage}, updated_at = ${updatedAt}
      where merchant_id = ${merchantId} and attempt_id = ${attemptId} and exists (select from moved)
    )
    select ${TRANSACTION.select(tx)} from moved`
  if (!row) return undefined
  await recordFurtherEvents(tx, [event])
  return fromRow(row)
}

/**
 * Records the next ask of a charge before its provider is called.
 * @param version of the configuration
 * @param dueInSeconds until the worker checks it, if this process dies
 * @returns false if another process moved the transaction first, or the agreement or the configuration changed
 */
export function beginAsk(
  sql: Database,
  version: bigint,
  transaction: Transaction,
  next: NewAttempt,
  dueInSeconds: number,
): Promise<boolean> {
  const { merchantId, id, data, paymentMethod, instrumentHash, processingResult, updatedAt } = transaction
  return isOne(sql`
    with charged as (${chargedAgreement(sql, transaction)}), moved as (
      update transactions set data = ${sql.json(data)}, awaiting = 'provider-answer',
        payment_method = ${sql.json(paymentMethod)}, instrument_hash = ${instrumentHash},
        latest_attempt_id = ${next.attemptId}, processing_result = ${sql.json(processingResult)},
        updated_at = ${updatedAt}, due_at = now() + make_interval(secs => ${dueInSeconds}::float8)
      where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = 'recovery'
        and exists (
          select from charged, merchants where merchants.merchant_id = ${merchantId} and config_version = ${version}
        )
      returning 1
    ), begun as (
      insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
        created_at, updated_at)
      select ${merchantId}, ${next.attemptId}, ${id}, ${next.number}, ${next.provider}, ${next.providerAccountId},
        'ASKING', ${updatedAt}, ${updatedAt}
      from moved
    )
    select 1 from moved`)
}
