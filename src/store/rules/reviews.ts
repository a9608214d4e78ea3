import type { Position } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Review } from '#domain/transaction-data.ts'
import type { Sql } from '../connection/database.ts'
import { oldest } from '../shape/where.ts'
import { fromRow, TRANSACTION, type TransactionRow } from '../transactions/transaction-row.ts'

/** Ends the open review of a payment. @returns undefined if it has none */
export async function decideReview(
  tx: Sql,
  merchantId: string,
  id: string,
  outcome: Exclude<Review, 'OPEN'>,
): Promise<Transaction | undefined> {
  const [row] = await tx<TransactionRow[]>`
    update transactions set review = ${outcome}
    where merchant_id = ${merchantId} and id = ${id} and review = 'OPEN'
    returning ${TRANSACTION.select(tx)}`
  return row && fromRow(row)
}

/** Payments whose review is open, oldest first, at most `limit`. @param after continues after this row of an earlier page */
export async function listOpenReviews(
  sql: Sql,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions
    where merchant_id = ${merchantId} and review = 'OPEN'
      ${oldest(sql, 'created_at, id', after, limit)}`
  return rows.map(fromRow)
}
