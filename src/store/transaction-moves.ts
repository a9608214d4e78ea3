import type { Awaiting, Outcome, ShopperStep, Transaction } from '#domain/transaction.ts'
import type { Sql } from './database.ts'
import { fromRow, type TransactionRow } from './transaction-row.ts'
import { announcement } from './transactions.ts'

/**
 * Moves a pending transaction to the final status `ended` holds, in one commit with everything that follows from it:
 * the attempt's answer, the end of the security code, the event and its deliveries. An INVALID end gives the reference
 * back (contract section 3).
 * @param expected what the transaction must still be waiting for
 * @param attemptId the try this is the answer to, where one was asked
 * @returns false where somebody else moved it first; then nothing happened
 */
export async function finishTransaction(
  sql: Sql,
  ended: Transaction,
  expected: Awaiting,
  attemptId: string | null,
  event: { readonly id: string; readonly text: string },
): Promise<boolean> {
  const { merchantId, id, updatedAt, processingCode, responseMessage } = ended
  const rows = await sql`
    with moved as (
      update transactions set
        status = ${ended.status}, processing_code = ${processingCode}, response_message = ${responseMessage},
        errors = ${sql.json(ended.errors as never)}, processing_result = ${sql.json(ended.processingResult as never)},
        payment_method = ${sql.json(ended.paymentMethod as never)}, captured_amount = ${ended.capturedAmount},
        authentication_status = ${ended.authentication.status}, authentication_level = ${ended.authentication.level},
        awaiting = null, shopper_step = null, due_at = null, expires_at = null, updated_at = ${updatedAt}
      where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = ${expected}
      returning merchant_id, id, terminal_id, reference, status
    ), released as (
      delete from order_references held using moved
      where moved.status = 'INVALID' and held.merchant_id = moved.merchant_id and held.terminal_id = moved.terminal_id
        and held.reference = moved.reference and held.holder_id = moved.id
    ), answered as (
      update attempts set state = 'ANSWERED', processing_code = ${processingCode},
        response_message = ${responseMessage}, updated_at = ${updatedAt}
      where merchant_id = ${merchantId} and attempt_id = ${attemptId} and exists (select from moved)
    ), forgotten as (
      delete from authentication_secrets
      where merchant_id = ${merchantId} and transaction_id = ${id} and exists (select from moved)
    ), ${announcement(sql, event.id, event.text, updatedAt)}
    select 1 from moved`
  return rows.length === 1
}

/**
 * Leaves a transaction waiting for somebody outside: the shopper on another page, or a provider that confirmed it as
 * pending. It is looked after in `lookInSeconds` and ends by itself in `ttlSeconds`.
 */
export async function awaitOutside(
  sql: Sql,
  transaction: Transaction,
  expected: Awaiting,
  wait: {
    readonly awaiting: 'shopper' | 'confirmation'
    readonly step: ShopperStep | null
    readonly outcome: Outcome | null
    readonly lookInSeconds: number
    readonly ttlSeconds: number
  },
): Promise<Transaction | undefined> {
  const { merchantId, id, updatedAt } = transaction
  const [row] = await sql<TransactionRow[]>`
    update transactions set
      awaiting = ${wait.awaiting}, shopper_step = ${wait.step && sql.json(wait.step as never)},
      response_message = ${wait.outcome?.responseMessage ?? null},
      processing_result = ${sql.json(transaction.processingResult as never)},
      authentication_status = ${transaction.authentication.status},
      authentication_level = ${transaction.authentication.level},
      due_at = now() + make_interval(secs => ${Math.min(wait.lookInSeconds, wait.ttlSeconds)}),
      expires_at = now() + make_interval(secs => ${wait.ttlSeconds}), updated_at = ${updatedAt}
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = ${expected}
    returning *`
  return row && fromRow(row)
}

/**
 * Has a pending transaction looked after in so many seconds, and no later than it expires. One that waits for a
 * provider's answer does not expire: its `expires_at` is what the shopper's step had, should it be given back.
 */
export async function lookAgain(sql: Sql, merchantId: string, id: string, inSeconds: number): Promise<void> {
  await sql`
    update transactions
    set due_at = least(
      now() + make_interval(secs => ${inSeconds}),
      case when awaiting <> 'provider-answer' then expires_at end
    )
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING'`
}

/** A pending transaction whose time has come, and whether it has outlived its wait on the database's clock. */
export interface DueTransaction {
  readonly transaction: Transaction
  readonly expired: boolean
  /** Seconds since it was created. */
  readonly ageSeconds: number
}

/** Claims transactions that are due: a claim lasts `leaseSeconds`, so that a worker that dies gives them back. */
export async function claimDueTransactions(sql: Sql, limit: number, leaseSeconds: number): Promise<DueTransaction[]> {
  const rows = await sql<(TransactionRow & { expired: boolean; age_seconds: number })[]>`
    update transactions set due_at = now() + make_interval(secs => ${leaseSeconds})
    where (merchant_id, id) in (
      select merchant_id, id from transactions
      where status = 'PENDING' and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    returning *, coalesce(expires_at <= now(), false) as expired,
      extract(epoch from now() - created_at)::float8 as age_seconds`
  return rows.map((row) => ({ transaction: fromRow(row), expired: row.expired, ageSeconds: row.age_seconds }))
}

/** Makes transactions due whose 3DS secrets are gone, which only a crash of the database itself can bring about. */
export async function expireWithoutSecrets(sql: Sql): Promise<void> {
  await sql`
    update transactions set due_at = now(), expires_at = now()
    where status = 'PENDING' and awaiting = 'authentication' and due_at > now() and not exists (
      select from authentication_secrets secrets
      where secrets.merchant_id = transactions.merchant_id and secrets.transaction_id = transactions.id
    )`
}
