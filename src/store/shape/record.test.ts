import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { record } from './record.ts'

interface Parcel {
  readonly id: string
  readonly weightInGrams: bigint
  readonly sentAt: Date | null
  readonly seal: Uint8Array
  readonly labels: readonly string[]
  readonly note: { readonly text: string } | null
  readonly lastDay: string
}

const PARCEL = record<Parcel>({ id: 'parcel_id', lastDay: 'last_day::text' })(
  'id, weightInGrams, sentAt, seal, labels, note, lastDay',
)

const parcel: Parcel = {
  id: 'one',
  weightInGrams: 9_007_199_254_740_993n,
  sentAt: new Date('2026-01-31T10:00:00.123Z'),
  seal: new Uint8Array([0, 255, 16]),
  labels: ['a, b', '"c"'],
  note: { text: 'fragile' },
  lastDay: '2026-02-28',
}

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
  await database.sql`
    create table parcels (parcel_id text, weight_in_grams bigint, sent_at timestamptz, seal bytea, labels text[],
      note jsonb, last_day date)`
})
afterAll(() => database.drop())

test('columns follow from fields, except those that are given', () => {
  expect(PARCEL.columns).toBe('parcel_id, weight_in_grams, sent_at, seal, labels, note, last_day')
})

test('a row is read as it was written, to the last digit, byte and millisecond', async () => {
  const { sql } = database
  await sql`
    insert into parcels (${sql.unsafe(PARCEL.columns)})
    select ${sql.unsafe(PARCEL.columns)} from json_populate_record(null::parcels, ${JSON.stringify(PARCEL.row(parcel))}::json)`
  const [read] = await sql`select ${PARCEL.select(sql)} from parcels`
  expect({ ...read, seal: new Uint8Array(read!.seal) }).toEqual(parcel)
  const [joined] = await sql`select ${PARCEL.select(sql, 'one')} from parcels one, (select 2 as weight_in_grams) other`
  expect(joined).toEqual(read)
})

test('a field without a value leaves the default of the row', async () => {
  const row = JSON.stringify(PARCEL.row({ ...parcel, sentAt: null, labels: undefined }))
  const [read] = await database.sql`
    select sent_at, labels from json_populate_record(
      jsonb_populate_record(null::parcels, '{"labels": ["x"], "sent_at": "2020-01-01"}'), ${row}::json)`
  expect(read).toEqual({ sent_at: null, labels: ['x'] })
})

test('fields of a type are picked from a row that has more', () => {
  expect(PARCEL.pick({ ...parcel, other: 1 })).toEqual(parcel)
})

test('a field that is missing or unknown does not compile', () => {
  // @ts-expect-error b is missing.
  record<{ a: string; b: string }>()('a')
  // @ts-expect-error c is unknown.
  record<{ a: string; b: string }>()('a, b, c')
  // @ts-expect-error c is unknown.
  record<{ a: string; b: string }>({ c: 'd' })
  expect(record<{ a: string; b: string }>()('b, a').columns).toBe('b, a')
})
