/** Where a row stands in a list that is sorted newest first. */
export interface Position {
  readonly createdAt: Date
  readonly id: string
}

/** One page of a list and where the next one continues, null on the last (docs/reference/requests.md#lists). */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: Position | null
}

/**
 * Cuts a page out of one row more than it holds: the extra row only tells that there is a next page.
 * @param rows at most `limit + 1`
 */
export function pageOf<T extends Position>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next = rows.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null
  return { items, next }
}
