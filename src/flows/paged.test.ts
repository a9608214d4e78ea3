import { expect, test } from 'vitest'
import type { Gateway } from './gateway.ts'
import { paged } from './paged.ts'

const rows = ['c', 'b', 'a'].map((id) => ({ id, createdAt: new Date('2026-01-01') }))
const gateway = { sql: {} as Gateway['sql'] }
const list = paged((_sql, merchantId: string, limit: number) =>
  Promise.resolve(rows.slice(0, limit).map((row) => ({ ...row, merchantId }))),
)

test('a page has as many rows as its limit, and the place where the next one continues', async () => {
  const page = await list(gateway, 'mer_1', 2)
  expect(page.items.map(({ id, merchantId }) => `${merchantId} ${id}`)).toEqual(['mer_1 c', 'mer_1 b'])
  expect(page.next).toEqual({ id: 'b', createdAt: rows[1]!.createdAt })
})

test('the last page has no next one', async () => {
  expect((await list(gateway, 'mer_1', 3)).next).toBeNull()
})
