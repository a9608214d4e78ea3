import type { TransactionType } from '#domain/transaction-type.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

/** A transaction that moved money, as its journal says. Amounts are signed: what goes to the merchant is positive. */
export interface SettledTransaction {
  readonly transactionId: string
  readonly transactionType: TransactionType
  readonly reference: string
  readonly orderId: string
  readonly parentId: string | null
  readonly terminalId: string
  readonly providerAccountId: string
  readonly currency: string
  readonly gross: bigint
  /** Taken by the gateway; negative if returned. */
  readonly fee: bigint
  readonly postedAt: Date
  /** Its place among the transactions of a day, to continue after it. */
  readonly position: Position
}

interface Position {
  /** To the microsecond, which dates of JavaScript do not hold. */
  readonly postedAt: string
  readonly transactionId: string
}

/** Columns of `journal` and `transactions`. */
const SETTLED = record<SettledTransaction>({
  transactionType: 'transactions.transaction_type',
  reference: 'transactions.reference',
  orderId: 'transactions.order_id',
  parentId: 'transactions.parent_id',
  terminalId: 'transactions.terminal_id',
  position: `json_build_object('postedAt', journal.posted_at::text, 'transactionId', journal.transaction_id)::jsonb`,
})(
  `transactionId, transactionType, reference, orderId, parentId, terminalId, providerAccountId, currency, gross, fee, postedAt,
  position`,
)

/**
 * A merchant's transactions that moved money on a day in UTC, in the order in which they did, at most `limit`. Their
 * moment is the commit's, on the database's clock. Holds move no money.
 * @param day as in `2026-01-31`
 */
export async function listSettledTransactions(
  sql: Sql,
  merchantId: string,
  day: string,
  after: Position | undefined,
  limit: number,
): Promise<SettledTransaction[]> {
  return sql<SettledTransaction[]>`
    with journal as (
      select transaction_id, posted_at, currency, provider_account_id,
        sum(case 'provider-clearing' when debit then amount when credit then -amount else 0 end)::bigint as gross,
        sum(case 'fee-income' when credit then amount when debit then -amount else 0 end)::bigint as fee
      from ledger_entries
      where merchant_id = ${merchantId} and 'merchant-payable' in (debit, credit)
        and posted_at >= ${day}::timestamp at time zone 'UTC'
        and posted_at < (${day}::timestamp + interval '1 day') at time zone 'UTC'
        ${after ? sql`and (posted_at, transaction_id) > (${after.postedAt}::text::timestamptz, ${after.transactionId})` : sql``}
      group by posted_at, transaction_id, currency, provider_account_id
      order by posted_at, transaction_id limit ${limit}
    )
    select ${SETTLED.select(sql, 'journal')}
    from journal join transactions on transactions.merchant_id = ${merchantId}
      and transactions.id = journal.transaction_id
    order by journal.posted_at, journal.transaction_id`
}
