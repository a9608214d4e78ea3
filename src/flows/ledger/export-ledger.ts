import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { invalid } from '#domain/problem.ts'
import { addDays, dayIn, daysBetween } from '#domain/time-zone.ts'
import type { Sql } from '#store/connection/database.ts'
import { type Balance, type JournalFilter, type Leg, readBalances, readLegs } from '#store/ledger/ledger-export.ts'
import { inSnapshot } from '#store/ledger/snapshot.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { findProviderAccountUnscoped } from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'

export type { Balance, Leg }

/** Inclusive days in UTC as in `2026-01-31`. */
interface Period {
  readonly from: string
  readonly to: string
}

/** Entries of a period, and balances before and after it. Each part is read once, in this order. */
export interface Journal extends Period {
  readonly opening: AsyncIterable<readonly Balance[]>
  readonly legs: AsyncIterable<readonly Leg[]>
  readonly closing: AsyncIterable<readonly Balance[]>
}

const MOST_DAYS = 366

/**
 * Exports the ledger from one snapshot (docs/operate/ledger.md#export-the-ledger). The database ends it if the reader
 * takes nothing for a minute.
 * @param write makes the text of the file @param signal fires when the reader has left
 * @throws RequestError `invalid`
 */
export async function exportLedger(
  { sql, alone, clock }: Gateway,
  { from, to, ...asked }: Period & JournalFilter,
  write: (journal: Journal) => AsyncIterable<string>,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const today = dayIn('UTC', clock.now())
  if (to > today) throw invalid('to', 'Use a day up to today, in UTC.', today)
  if (from > to) throw invalid('from', 'Use a day on or before `to`.')
  if (daysBetween(from, to) >= MOST_DAYS) throw invalid('from', `Use at most ${MOST_DAYS} days.`, String(MOST_DAYS))
  const [filter, end] = [await checkFilter(sql, asked), addDays(to, 1)]
  const output = new PassThrough({ objectMode: true, highWaterMark: 1 })
  // The reader gets errors; one after it has left would be an uncaught exception.
  output.on('error', () => undefined)
  const copy = (snapshot: Sql) => {
    const opening = readBalances(snapshot, filter, from)
    const legs = readLegs(snapshot, filter, from, end)
    const closing = readBalances(snapshot, filter, end)
    return pipeline(write({ from, to, opening, legs, closing }), output, { signal })
  }
  alone('ledger export', (own) => inSnapshot(own, copy, { sql, signal })).catch((error) => output.destroy(error))
  return output
}

/** @returns the filter with the merchant of the provider account, because the index begins with the merchant */
async function checkFilter(sql: Sql, { merchantId, providerAccountId }: JournalFilter): Promise<JournalFilter> {
  if (merchantId !== undefined && !(await findMerchant(sql, merchantId)))
    throw invalid('merchant_id', 'No such merchant.')
  if (providerAccountId === undefined) return { merchantId }
  const account = await findProviderAccountUnscoped(sql, providerAccountId)
  if (!account || (merchantId ?? account.merchantId) !== account.merchantId)
    throw invalid('provider_account_id', 'No such provider account.')
  return { merchantId: account.merchantId, providerAccountId }
}
