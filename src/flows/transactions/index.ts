import { type BidirectionalPage, toBidirectionalPage } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import { countTransactions, listTransactions } from '#store/transactions/transaction-lists.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { type Query, resolveSearch } from './search-query.ts'

export type { Query }

/** Readers do not go further, and counting on takes long. */
const MOST_COUNTED = 10_000

export function readStatus(gateway: Gateway, merchantId: string, id: string): Promise<Transaction | undefined> {
  return findTransaction(gateway.sql, merchantId, id)
}

/**
 * Page of a merchant's transactions, newest first (docs/reference/transactions.md#the-list).
 * @param query with `after` or `before` for a neighboring page
 * @throws RequestError `unavailable` if too many lists are being read
 */
export async function readTransactions(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  query: Query,
  limit: number,
): Promise<BidirectionalPage<Transaction>> {
  const rows = await reads.read(async (sql) => {
    const filter = await resolveSearch(sql, merchantId, query)
    return filter ? listTransactions(sql, merchantId, filter, limit + 1) : []
  })
  return toBidirectionalPage(rows, limit, query)
}

/** Number of a query's transactions; capped at 10,000. */
export async function countMatches(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  query: Query,
): Promise<{ readonly count: number; readonly capped: boolean }> {
  const count = await reads.read(async (sql) => {
    const filter = await resolveSearch(sql, merchantId, { ...query, after: undefined, before: undefined })
    return filter ? countTransactions(sql, merchantId, filter, MOST_COUNTED + 1) : 0
  })
  return { count: Math.min(count, MOST_COUNTED), capped: count > MOST_COUNTED }
}
