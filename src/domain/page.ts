/** Position of a row in a list that is sorted newest first. */
export interface Position {
  readonly createdAt: Date
  readonly id: string
}

/** Page of a list and the position of the next one, null on the last (docs/reference/requests.md#lists). */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: Position | null
}

/** Cuts a page from at most `limit + 1` rows: the extra row shows that there is a next page. */
export function toPage<T extends Position>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next = rows.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null
  return { items, next }
}

export interface BidirectionalPage<T> extends Page<T> {
  readonly previous: Position | null
}

/** Page with links in both directions. @param rows newest first, at most `limit + 1` */
export function toBidirectionalPage<T extends Position>(
  rows: readonly T[],
  limit: number,
  { after, before }: { readonly after?: Position | undefined; readonly before?: Position | undefined },
): BidirectionalPage<T> {
  if (!before) {
    const page = toPage(rows, limit)
    return { ...page, previous: after ? positionOf(page.items[0]) : null }
  }
  const items = rows.slice(-limit)
  return { items, next: positionOf(items.at(-1)), previous: rows.length > limit ? positionOf(items[0]) : null }
}

function positionOf(row: Position | undefined): Position | null {
  return row ? { createdAt: row.createdAt, id: row.id } : null
}
