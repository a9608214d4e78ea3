import type { PaymentListQuery } from './queries.ts'

export const PAYMENTS_PATH = '/dashboard/transactions'

/** The filters of an address without its place in the list; the same filters are the same text. */
export function searchOf(typed: PaymentListQuery, more: Readonly<Record<string, string>> = {}): string {
  const { after, before, count, ...kept } = typed
  const set = Object.entries({ ...kept, ...more }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(set)
  search.sort()
  return set.length === 0 ? '' : `?${search}`
}

export function isNarrowed(typed: PaymentListQuery): boolean {
  return searchOf(typed) !== ''
}
