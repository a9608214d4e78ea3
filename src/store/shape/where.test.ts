import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { changes, newest, oldest, where } from './where.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
  await database.sql`create table birds (bird_id text, color_name text, is_rare boolean, wings int, created_at timestamptz)`
  await database.sql`
    insert into birds (bird_id, color_name, is_rare, wings, created_at) values
      ('a', 'red', true, 2, '2026-01-01'), ('b', 'red', false, 2, '2026-01-02'), ('c', 'blue', true, 2, '2026-01-02'),
      ('d', 'green', false, 2, '2026-01-03')`
})
afterAll(() => database.drop())

async function idsOf(condition: (sql: FreshDatabase['sql']) => ReturnType<typeof where>): Promise<string> {
  const rows = await database.sql<{ bird_id: string }[]>`select bird_id from birds where ${condition(database.sql)}`
  return rows.map(({ bird_id }) => bird_id).join('')
}

test('conditions are those with a value, each by its column', async () => {
  expect(await idsOf((sql) => where(sql, {}))).toBe('abcd')
  expect(await idsOf((sql) => where(sql, { colorName: 'red', isRare: undefined }))).toBe('ab')
  expect(await idsOf((sql) => where(sql, { colorName: 'red', isRare: false }))).toBe('b')
  expect(await idsOf((sql) => where(sql, { 'birds.colorName': 'blue' }))).toBe('c')
})

test('a list matches one of its values, and an empty one nothing', async () => {
  expect(await idsOf((sql) => where(sql, { colorName: ['blue', 'green'] }))).toBe('cd')
  expect(await idsOf((sql) => where(sql, { colorName: [] }))).toBe('')
})

test('other conditions follow, if they apply', async () => {
  const sql = database.sql
  expect(await idsOf(() => where(sql, { isRare: true }, undefined, sql`color_name <> 'red'`, false))).toBe('c')
  expect(await idsOf(() => where(sql, {}, sql`wings > 2`))).toBe('')
})

test('a list continues after a position in both orders, also among rows of one time', async () => {
  const { sql } = database
  const ids = async (end: ReturnType<typeof newest>) =>
    (await sql`select bird_id from birds where true ${end}`).map((row) => row.bird_id).join('')
  const after = { createdAt: new Date('2026-01-02'), id: 'b' }
  expect(await ids(newest(sql, 'created_at, bird_id', undefined, 3))).toBe('dcb')
  expect(await ids(newest(sql, 'created_at, bird_id', after, 3))).toBe('a')
  expect(await ids(oldest(sql, 'created_at, bird_id', undefined, 3))).toBe('abc')
  expect(await ids(oldest(sql, 'created_at, bird_id', after, 1))).toBe('c')
})

test('an update changes only fields with a value, and clears those that are null', async () => {
  const { sql } = database
  const change = { colorName: null, isRare: undefined, wings: sql`wings + 1` }
  const [row] = await sql`
    update birds set ${changes(sql, change)} bird_id = bird_id where bird_id = 'd' returning color_name, is_rare, wings`
  expect(row).toEqual({ color_name: null, is_rare: false, wings: 3 })
  const unchanged = await sql`update birds set ${changes(sql, {})} bird_id = bird_id where bird_id = 'd'`
  expect(unchanged.count).toBe(1)
})
