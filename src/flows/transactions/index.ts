import { type BidirectionalPage, toBidirectionalPage } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import { countTransactions, listTransactions } from '#store/transactions/transaction-lists.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { type Query, resolveSearch } from './search-query.ts'

export type { Query }

/** Nobody reads further than this, and counting on takes long. */
const MOST_COUNTED = 10_000

/** A merchant's transaction; undefined for an unknown id, and for another merchant's. */
export function readStatus(gateway: Gateway, merchantId: string, id: string): Promise<Transaction | undefined> {
  return findTransaction(gateway.sql, merchantId, id)
}

/**
 * A page of a merchant's transactions, newest first (docs/reference/transactions.md#the-list).
 * @param query with `after` or `before` the page beside another one
 * @throws RequestError `unavailable` where too many lists are being read
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

/** How many transactions a query finds; where there are more than 10,000 it says so and stops. */
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
