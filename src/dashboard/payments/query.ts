import { VIEW_FILTERS } from '#domain/saved-view.ts'
import type { Texts } from '../shell/screen.ts'

export const PAYMENTS_PATH = '/dashboard/transactions'

/** Parts of the address of the list, which takes all that is typed or bookmarked. */
export const LIST_QUERY = [...VIEW_FILTERS, 'count', 'after', 'before']

/** The filters of an address without its place in the list; the same filters are the same text. */
export function searchOf(typed: Texts, more: Readonly<Record<string, string>> = {}): string {
  const { after, before, count, ...kept } = typed
  const set = Object.entries({ ...kept, ...more }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(set)
  search.sort()
  return set.length === 0 ? '' : `?${search}`
}

export function isNarrowed(typed: Texts): boolean {
  return searchOf(typed) !== ''
}
