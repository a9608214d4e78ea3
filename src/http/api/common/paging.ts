import type { Static, TObject, TProperties } from 'typebox'
import type { Page, Position } from '#domain/page.ts'
import { invalid } from '#domain/problem.ts'
import { type Names, readGiven } from '#interface/read.ts'
import type { Paging } from '#interface/types.ts'

/** Content of a cursor. IDs may come from the merchant, so text that no column can store is rejected. */
const SHAPE = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([^\0]{1,255})$/u

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')
}

/** Decodes a cursor; one of another list is only a time. @throws RequestError `invalid` on `property` */
export function decodeCursor(cursor: string, property = 'cursor'): Position {
  const [, time, id] = SHAPE.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const createdAt = new Date(time ?? Number.NaN)
  if (!id || Number.isNaN(createdAt.getTime()) || encodeCursor({ createdAt, id }) !== cursor) {
    throw invalid(property, 'Use the next_cursor of a previous response, unchanged, or omit the cursor.')
  }
  return { createdAt, id }
}

const PAGE_SIZE = 20

export function limitOf(query: { readonly limit?: number | undefined }): number {
  return query.limit ?? PAGE_SIZE
}

export function positionOf(query: { readonly cursor?: string | undefined }): Position | undefined {
  return query.cursor === undefined ? undefined : decodeCursor(query.cursor)
}

type Filter<P extends TProperties> = Names<Static<TObject<P>>> & { readonly cursor?: string; readonly limit?: number }

/** Filter of a list by its query: fields as the domain names them, and the position for a cursor. */
export function filterOf<P extends TProperties>(schema: TObject<P & typeof Paging>, query: Static<TObject<P>>) {
  const { cursor, limit: _, ...filter } = readGiven(schema as TObject<P>, query) as Filter<P>
  return { ...(filter as Omit<Filter<P>, keyof typeof Paging>), after: positionOf({ cursor }) }
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

/** Page of a list (docs/reference/requests.md#lists). */
export function listView<T, V>({ items, next }: Page<T>, view: (item: T) => V) {
  // Not `map(view)`: the index must not become a second argument.
  return { items: items.map((item) => view(item)), next_cursor: next && encodeCursor(next) }
}
