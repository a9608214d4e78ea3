import { listSettledTransactions, type SettledTransaction } from '#store/ledger/settled-transactions.ts'
import type { Gateway } from '../gateway.ts'

export type { SettledTransaction }

/** Transactions in memory; no connection is held while the response is sent. */
const PAGE = 500

/** In the order in which they moved money. @param day in UTC as in `2026-01-31` */
export async function* settledTransactions(
  { sql }: Gateway,
  merchantId: string,
  day: string,
): AsyncGenerator<readonly SettledTransaction[]> {
  for (let last: SettledTransaction | undefined, page: SettledTransaction[]; ; last = page.at(-1)) {
    page = await listSettledTransactions(sql, merchantId, day, last?.position, PAGE)
    yield page
    if (page.length < PAGE) return
  }
}
