import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { purgeExpired } from '../archive/purge-expired.ts'
import { countHit, readHits } from './rate-counters.ts'

const HOUR = 3600

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('simultaneous hits are all counted, each with a number of its own', async () => {
  const hits = await Promise.all(Array.from({ length: 40 }, () => countHit(database.sql, 'parallel', 'mer_1', HOUR)))
  expect(hits.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})

test('names, merchants and windows are counted apart', async () => {
  const { sql } = database
  await countHit(sql, 'requests', 'mer_1', HOUR)
  expect(await countHit(sql, 'requests', 'mer_2', HOUR)).toBe(1)
  expect(await countHit(sql, 'other', 'mer_1', HOUR)).toBe(1)
  await sql`update rate_counters set window_start = window_start - interval '1 hour' where name = 'requests'`
  expect(await countHit(sql, 'requests', 'mer_1', HOUR)).toBe(1)
})

test('reading counts nothing', async () => {
  const { sql } = database
  expect(await readHits(sql, 'read', '', HOUR)).toBe(0)
  await countHit(sql, 'read', '', HOUR)
  expect(await readHits(sql, 'read', '', HOUR)).toBe(1)
  expect(await readHits(sql, 'read', '', HOUR)).toBe(1)
})

test('windows that ended long ago are forgotten, the running ones stay', async () => {
  const { sql } = database
  await countHit(sql, 'old', '', 60)
  await countHit(sql, 'new', '', 60)
  await sql`update rate_counters set window_start = now() - interval '61 minutes' where name = 'old'`
  await purgeExpired(sql, 'rate_counters')
  const names = await sql<{ name: string }[]>`select name from rate_counters where name in ('old', 'new')`
  expect(names).toEqual([{ name: 'new' }])
})
