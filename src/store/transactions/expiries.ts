import type { FurtherEvent } from '#domain/event-types.ts'
import type { PartSum } from '#domain/normalize-part.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Database, Sql } from '../connection/database.ts'
import { recordFurtherEvents } from '../events/further-events.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import { columnsOf } from '../shape/columns.ts'
import { isOne } from '../shape/results.ts'
import { type Ending, type Finished, finishTransactions } from './endings.ts'
import { REST_IS_OPEN, readParts } from './follow-up-sums.ts'
import type { NewAttempt } from './intent.ts'
import { insertReversal } from './reversals.ts'
import { fromRow, NEW_TRANSACTION_COLUMNS, TRANSACTION, type TransactionRow, toRowJson } from './transaction-row.ts'

export type Draft<T> = (parent: Transaction, parts: readonly PartSum[]) => T

export interface FinalExpiry {
  readonly transaction: Transaction
  readonly event: { readonly id: string; readonly text: string }
  readonly further: readonly FurtherEvent[]
}

type Authorization = Pick<Transaction, 'merchantId' | 'id'>

/**
 * Reserves the rest of an authorization against other use. A capture or void in progress wins.
 * @returns undefined if nothing is left or something is in progress
 */
async function reserveRest<T>(sql: Sql, { merchantId, id }: Authorization, draft: Draft<T>): Promise<T | undefined> {
  const [row] = await sql<TransactionRow[]>`
    update transactions set expiry_state = 'PENDING', capture_state = 'CLOSING', expiry_step = null, expiry_due_at = null
    where merchant_id = ${merchantId} and id = ${id} and transaction_type = 'AUTHORIZE' and status = 'APPROVED'
      and ${sql.unsafe(REST_IS_OPEN)}
    returning ${TRANSACTION.select(sql)}`
  // A separate statement, which sees everything that was committed before the lock.
  return row && draft(fromRow(row), await readParts(sql, merchantId, id))
}

/**
 * Records the void of the rest with its attempt, before the provider is asked.
 * @param draft the pending expiry
 * @param dueInSeconds until the worker asks, if this process dies
 * @returns undefined as `reserveRest`
 */
export function recordExpiry(
  sql: Database,
  authorization: Authorization,
  draft: Draft<Transaction>,
  attempt: NewAttempt,
  dueInSeconds: number,
): Promise<Transaction | undefined> {
  return sql.begin(async (tx) => {
    const expiry = await reserveRest(tx, authorization, draft)
    if (expiry) await insertPending(tx, expiry, attempt, dueInSeconds)
    return expiry
  })
}

async function insertPending(sql: Sql, expiry: Transaction, attempt: NewAttempt, dueInSeconds: number): Promise<void> {
  await sql`
    with recorded as (
      insert into transactions (${sql.unsafe(NEW_TRANSACTION_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_TRANSACTION_COLUMNS))} from json_populate_record(
        jsonb_populate_record(null::transactions,
          jsonb_build_object('due_at', now() + make_interval(secs => ${dueInSeconds}))),
        ${toRowJson(expiry, { browserInfo: null, notificationUrl: null })}::json
      ) as filled
      returning merchant_id, id, created_at
    )
    insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
      created_at, updated_at)
    select merchant_id, ${attempt.attemptId}, id, ${attempt.number}, ${attempt.provider}, ${attempt.providerAccountId},
      'ASKING', created_at, created_at
    from recorded`
}

/** Stores an expiry that the provider made, in the caller's SQL transaction. @returns undefined as `reserveRest` */
export async function insertExpiry(
  sql: Sql,
  authorization: Authorization,
  draft: Draft<FinalExpiry>,
): Promise<FinalExpiry | undefined> {
  const expiry = await reserveRest(sql, authorization, draft)
  if (!expiry) return undefined
  await insertReversal(sql, expiry.transaction, expiry.event)
  await recordFurtherEvents(sql, expiry.further)
  return expiry
}

/** Finishes a capture together with the expiry of what it leaves, for providers that release that with the capture. */
export function finishCaptureAndRest(
  sql: Database,
  ending: Ending,
  draft: Draft<FinalExpiry>,
): Promise<Finished | undefined> {
  const { merchantId, parentId } = ending.ended
  return sql.begin(async (tx) => {
    const [finished] = await finishTransactions(tx, [ending])
    if (finished) await insertExpiry(tx, { merchantId, id: parentId! }, draft)
    return finished
  })
}

/** Makes the worker check the rest of an authorization now, because its provider has released it. */
export async function makeExpiryDue(sql: Sql, { merchantId, id }: Authorization): Promise<void> {
  await sql`
    update transactions set expiry_step = 'VOID', expiry_due_at = now()
    where merchant_id = ${merchantId} and id = ${id} and transaction_type = 'AUTHORIZE' and status = 'APPROVED'
      and capture_state <> 'CLOSED' and void_state is distinct from 'DONE' and expiry_state is null
      and captured_amount < amount`
}

/** True if a provider has certainly released an authorization: a day after its limit, by the merchant's clock. */
export function hasLapsed(sql: Sql, { merchantId, id }: Authorization): Promise<boolean> {
  return isOne(sql`
    select from transactions
    where merchant_id = ${merchantId} and id = ${id}
      and authorization_limit_at + interval '1 day' <= now() + ${clockAhead(sql, sql`transactions.merchant_id`)}`)
}
