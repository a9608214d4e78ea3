import type { Position } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { oldest } from '../shape/where.ts'
import { wasErased } from '../transactions/search-facts.ts'
import { fromRow, TRANSACTION, type TransactionRow } from '../transactions/transaction-row.ts'

export interface PastPayment {
  readonly transaction: Transaction
  readonly isErased: boolean
}

interface Past {
  readonly from: Date
  readonly to: Date
  readonly after: Position | undefined
}

/** Lists transactions of every type, the oldest first. A page reads as many rows as it has. */
export async function listPastPayments(
  sql: Sql,
  merchantId: string,
  { from, to, after }: Past,
  limit: number,
): Promise<PastPayment[]> {
  const rows = await sql<(TransactionRow & { isErased: boolean })[]>`
    select ${TRANSACTION.select(sql)}, ${wasErased(sql)} as "isErased" from transactions
    where merchant_id = ${merchantId} and created_at >= ${from} and created_at < ${to}
      ${oldest(sql, 'created_at, id', after, limit)}`
  return rows.map((row) => ({ transaction: fromRow(row), isErased: row.isErased }))
}
