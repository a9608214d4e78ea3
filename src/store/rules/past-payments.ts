import type { Position } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { type Fragment, wasErased } from '../transactions/transaction-filter.ts'
import { fromRow, TRANSACTION_COLUMNS, type TransactionRow } from '../transactions/transaction-row.ts'

export interface PastPayment {
  readonly transaction: Transaction
  /** True if its customer was erased since. */
  readonly isErased: boolean
}

interface Past {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
  /** Continue with what is newer than this. */
  readonly after: Position | undefined
}

/** Lists transactions of every type, the oldest first. A page reads as many rows as it has. */
export async function listPastPayments(
  sql: Sql,
  merchantId: string,
  { from, to, after }: Past,
  limit: number,
): Promise<PastPayment[]> {
  const beyond: Fragment = after
    ? sql`and (transactions.created_at, transactions.id) > (${after.createdAt}, ${after.id})`
    : sql``
  const rows = await sql<(TransactionRow & { is_erased: boolean })[]>`
    select ${sql.unsafe(TRANSACTION_COLUMNS)}, ${wasErased(sql)} as is_erased from transactions
    where transactions.merchant_id = ${merchantId} and transactions.created_at >= ${from}
      and transactions.created_at < ${to} ${beyond}
    order by transactions.created_at, transactions.id limit ${limit}`
  return rows.map((row) => ({ transaction: fromRow(row), isErased: row.is_erased }))
}
