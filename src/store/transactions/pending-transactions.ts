import type { Awaiting, KeptOutcome, ShopperStep, Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'
import { fromRow, TRANSACTION, type TransactionRow } from './transaction-row.ts'

/**
 * Makes a transaction wait for the shopper or a provider's pending payment. Checked in `lookInSeconds`, ends in
 * `ttlSeconds`; a continued wait keeps its end. Of concurrent arrived sums, the larger applies.
 */
export async function setAwaiting(
  sql: Sql,
  transaction: Transaction,
  expected: Awaiting,
  wait: {
    readonly awaiting: 'shopper' | 'confirmation'
    readonly step: ShopperStep | null
    readonly outcome: KeptOutcome | null
    readonly lookInSeconds: number
    /** Null for one that waits as long as it takes. */
    readonly ttlSeconds: number | null
  },
): Promise<Transaction | undefined> {
  const { merchantId, id, updatedAt } = transaction
  const [row] = await sql<TransactionRow[]>`
    update transactions set
      awaiting = ${wait.awaiting}, shopper_step = ${wait.step && sql.json(wait.step)},
      response_message = ${wait.outcome?.responseMessage ?? null},
      payment_method = ${sql.json(transaction.paymentMethod)},
      processing_result = ${sql.json(transaction.processingResult)},
      data = ${transaction.data && sql.json(transaction.data)},
      authentication_status = ${transaction.authentication.status},
      authentication_level = ${transaction.authentication.level},
      due_at = least(
        now() + make_interval(secs => ${Math.min(wait.lookInSeconds, wait.ttlSeconds ?? wait.lookInSeconds)}),
        case when awaiting = ${wait.awaiting} then expires_at end
      ),
      expires_at = case
        when awaiting = ${wait.awaiting} then expires_at else now() + make_interval(secs => ${wait.ttlSeconds}::float8)
      end,
      updated_at = ${updatedAt}
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = ${expected}
      and coalesce((data ->> 'receivedAmount')::numeric, 0) <= ${transaction.data?.receivedAmount ?? '0'}::numeric
    returning ${TRANSACTION.select(sql)}`
  return row && fromRow(row)
}

/** Schedules a check, at the latest at expiry. Transactions that wait for a provider's answer do not expire. */
export async function scheduleCheck(sql: Sql, merchantId: string, id: string, inSeconds: number): Promise<void> {
  await sql`
    update transactions
    set due_at = least(
      now() + make_interval(secs => ${inSeconds}),
      case when awaiting <> 'provider-answer' then expires_at end
    )
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING'`
}

/** Due transaction, and if it has expired on the database's clock. */
export interface DueTransaction {
  readonly transaction: Transaction
  readonly expired: boolean
  readonly ageSeconds: number
}

/** Claims due transactions for `leaseSeconds`, in case the worker dies. */
export async function claimDueTransactions(
  sql: Sql,
  kinds: readonly Awaiting[],
  limit: number,
  leaseSeconds: number,
): Promise<DueTransaction[]> {
  const rows = await sql<(TransactionRow & { expired: boolean; ageSeconds: number })[]>`
    update transactions set due_at = now() + make_interval(secs => ${leaseSeconds})
    where (merchant_id, id) in (
      select merchant_id, id from transactions
      where status = 'PENDING' and due_at <= now() and awaiting = any(${kinds})
      order by due_at limit ${limit} for update skip locked
    )
    returning ${TRANSACTION.select(sql)}, coalesce(expires_at <= now(), false) as expired,
      extract(epoch from now() - created_at)::float8 as "ageSeconds"`
  return rows.map((row) => ({ transaction: fromRow(row), expired: row.expired, ageSeconds: row.ageSeconds }))
}

export function hasExpired(sql: Sql, merchantId: string, id: string): Promise<boolean> {
  return isOne(sql`
    select from transactions
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and expires_at <= now()`)
}

/** Makes transactions due whose 3DS secrets were lost in a crash of the database. */
export async function expireWithLostSecrets(sql: Sql): Promise<void> {
  await sql`
    update transactions set due_at = now(), expires_at = now()
    where status = 'PENDING' and awaiting = 'authentication' and due_at > now() and not exists (
      select from authentication_secrets secrets
      where secrets.merchant_id = transactions.merchant_id and secrets.transaction_id = transactions.id
    )`
}

/** Counts overdue payments of all merchants, up to 10,000: should always be 0. */
export async function countOverdue(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count
    from (select 1 from transactions where due_at < now() - interval '1 minute' limit 10000) overdue`
  return row.count
}
