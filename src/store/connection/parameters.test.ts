import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database?.drop())

const BYTES = Buffer.from([0, 92, 120, 255])
const MOMENT = new Date('2026-11-27T10:20:30.123Z')
const DAY = new Date('2026-11-27')

it.each([
  ['int8', 9223372036854775807n, 9223372036854775807n],
  ['int4', -7, -7],
  ['float8', 0.1, 0.1],
  ['numeric', '12345678901234567890.10', '12345678901234567890.10'],
  ['bool', true, true],
  ['bool', false, false],
  ['bytea', BYTES, BYTES],
  ['bytea', new Uint8Array([1, 2, 3]).subarray(1), Buffer.from([2, 3])],
  ['json', '{"number": 1.10}', '{"number": 1.10}'],
  ['jsonb', '{"number": 1.10}', { number: 1.1 }],
  ['text[]', ['a "b" \\c', '', 'null'], ['a "b" \\c', '', 'null']],
  ['text[]', [], []],
  ['text', 'é "$1" \\', 'é "$1" \\'],
  ['text', 7, '7'],
  ['timestamptz', MOMENT, MOMENT],
  ['date', DAY, DAY],
  ['int8', null, null],
])('a value of %s comes back as it was sent', async (type, value, expected) => {
  const { sql } = database
  expect(await sql`select ${value}::${sql.unsafe(type)} as value`).toEqual([{ value: expected }])
})

it('a value for jsonb may be any value, also a list or a text', async () => {
  const { sql } = database
  const values = [{ list: ['a "b"', null, 1] }, [], ['a'], 'text', 1, true]
  for (const value of values) expect(await sql`select ${sql.json(value)} as value`).toEqual([{ value }])
  expect(await sql`select ${sql.json(null)} is null as missing`).toEqual([{ missing: true }])
})

it('an undefined value is refused', async () => {
  await expect(database.sql`select ${undefined as never}::text`).rejects.toThrow('undefined value')
})
