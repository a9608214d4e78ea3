import type { Page, Position } from '#domain/page.ts'
import { invalid } from '#domain/problem.ts'

/** An id may be of the merchant's own making; what no column holds is refused before the database sees it. */
const SHAPE = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([^\0]{1,255})$/u

/** Opaque, without anything secret. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')
}

/** A cursor of another list is only a time: it never widens what is shown. @throws RequestError `invalid` on `property` */
export function decodeCursor(cursor: string, property = 'cursor'): Position {
  const [, time, id] = SHAPE.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const createdAt = new Date(time ?? Number.NaN)
  if (!id || Number.isNaN(createdAt.getTime()) || encodeCursor({ createdAt, id }) !== cursor) {
    throw invalid(property, 'Use the next_cursor of a previous response, unchanged, or omit the cursor.')
  }
  return { createdAt, id }
}

const PAGE_SIZE = 20

/** How many rows a page of a list holds (docs/reference/requests.md#lists). */
export function limitOf(query: { readonly limit?: number | undefined }): number {
  return query.limit ?? PAGE_SIZE
}

/** Undefined is the newest row. */
export function positionOf(query: { readonly cursor?: string | undefined }): Position | undefined {
  return query.cursor === undefined ? undefined : decodeCursor(query.cursor)
}

/** @throws RequestError `invalid` if more than one neighbor is requested */
export function turnOf(query: {
  readonly cursor?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
}): { readonly after?: Position; readonly before?: Position } {
  const { cursor, after = cursor, before } = query
  if ((cursor ?? after) !== after || (after !== undefined && before !== undefined)) {
    throw invalid(before === undefined ? 'after' : 'before', 'Send one of cursor, after and before.')
  }
  if (after !== undefined) return { after: decodeCursor(after, query.after === undefined ? 'cursor' : 'after') }
  return before === undefined ? {} : { before: decodeCursor(before, 'before') }
}

/** A page as every list of the interface shows it (docs/reference/requests.md#lists). */
export function listView<T, V>({ items, next }: Page<T>, view: (item: T) => V) {
  // Some views take a second argument, so the index must not be passed.
  return { items: items.map((item) => view(item)), next_cursor: next && encodeCursor(next) }
}
