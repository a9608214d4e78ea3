import { orNotFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { listTransactions, type TransactionFilter } from '#store/transactions/transaction-lists.ts'
import type { Gateway } from '../gateway.ts'
import type { Query } from './index.ts'
import { resolveSearch } from './search-query.ts'

/** Transactions in memory; no connection is held while the response is sent. */
const BATCH = 1000

/** All results of a query, newest first, and the merchant's time zone. */
export interface Export {
  readonly timeZone: string
  readonly pages: AsyncGenerator<readonly Transaction[]>
}

/** @throws RequestError `unavailable` if too many lists are being read; 404 for an unknown merchant */
export async function exportTransactions(gateway: Gateway, merchantId: string, query: Query): Promise<Export> {
  const merchant = orNotFound(await findMerchant(gateway.sql, merchantId), 'merchant')
  const filter = await gateway.reads.read((sql) => resolveSearch(sql, merchantId, query))
  return { timeZone: merchant.timeZone, pages: filter ? pagesOf(gateway, merchantId, filter) : none() }
}

async function* pagesOf(
  { reads }: Gateway,
  merchantId: string,
  filter: TransactionFilter,
): AsyncGenerator<readonly Transaction[]> {
  for (let after = filter.after, page: Transaction[]; ; ) {
    page = await reads.readBatch((sql) => listTransactions(sql, merchantId, { ...filter, after }, BATCH))
    yield page
    if (page.length < BATCH) return
    after = page.at(-1)
  }
}

async function* none(): AsyncGenerator<readonly Transaction[]> {
  yield []
}
