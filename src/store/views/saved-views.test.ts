import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#domain/ids.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader } from '#test/ledger.ts'
import { insertView, listViews, SHARED_OWNER } from './saved-views.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(8)
})
afterAll(() => database.drop())

it('of many views saved concurrently, those within the limit are stored and the others are rejected', async () => {
  const { merchantId } = await newTrader(database.sql)
  const save = (index: number) =>
    insertView(database.sql, merchantId, SHARED_OWNER, { id: newId('viw'), name: `View ${index}`, filters: {} }, 5)
  const saved = await Promise.all(Array.from({ length: 24 }, (_, index) => save(index)))
  expect(saved.filter((answer) => answer === 'too-many')).toHaveLength(19)
  expect(await listViews(database.sql, merchantId, SHARED_OWNER)).toHaveLength(5)
})
