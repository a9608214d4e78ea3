import { type Page, type Position, toPage } from '#domain/page.ts'
import type { Sql } from '#store/connection/database.ts'
import type { Gateway } from './gateway.ts'

/** Reads a list of the store a page at a time. @param list its last parameter is the number of rows */
export function paged<A extends readonly unknown[], T extends Position>(
  list: (sql: Sql, ...args: [...A, limit: number]) => Promise<readonly T[]>,
) {
  return async ({ sql }: Pick<Gateway, 'sql'>, ...args: [...A, limit: number]): Promise<Page<T>> => {
    const limit = args.at(-1) as number
    return toPage(await list(sql, ...(args.slice(0, -1) as unknown as A), limit + 1), limit)
  }
}
