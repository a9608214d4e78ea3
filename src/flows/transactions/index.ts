import { type Page, pageOf } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTransaction, listTransactions, type TransactionFilter } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'

/** A merchant's transaction; undefined for an unknown id, and for another merchant's. */
export function readStatus(gateway: Gateway, merchantId: string, id: string): Promise<Transaction | undefined> {
  return findTransaction(gateway.sql, merchantId, id)
}

/** A page of a merchant's transactions, newest first. */
export async function readTransactions(
  gateway: Gateway,
  merchantId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<Page<Transaction>> {
  return pageOf(await listTransactions(gateway.sql, merchantId, filter, limit + 1), limit)
}
