import type { TransactionType } from '#domain/transaction-type.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

/** Journal of a transaction that moved money. Signed: positive amounts go to the merchant. */
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
  readonly position: Position
}

interface Position {
  /** Microseconds, which a `Date` cannot hold. */
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

/** Lists by the commit's time in UTC; holds move no money. @param day as in `2026-01-31` */
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
