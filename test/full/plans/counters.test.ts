// @module-tag full
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

const MIGRATION = new URL('../../../migrations/0156-counted-periods.sql', import.meta.url)
const MONTH = 2_592_000
/** Pages of 8 kB: for each of four counters at most 196 periods and the payments of ten seconds, and what is written. */
const MOST_PAGES = 500
const NOW = '2026-06-30T12:34:56.789Z'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase(1)
  client = new pg.Client(database.superuserUrl)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const COUNTERS = ['payments', 'declines', 'distinct_cards', 'sum'].map((field, place) => {
  return { place, field, key: 'bin', seconds: MONTH, currency: 'EUR' }
})

/** Payments of one BIN before the upgrade, evenly over 31 days, each twentieth declined. */
async function fill(merchant: string, payments: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into counted_payments (merchant_id, key, at, transaction_id, amount, currency, card, forget_at, decline)
    select $1, 'bin', $2::timestamptz - interval '31 days' * place / $3::int, 'trx_' || place, 100, 'EUR',
      'card_' || place % ($3::int / 10), now() + interval '40 days', case when place % 20 = 0 then 'COUNTED' end
    from generate_series(0, $3::int - 1) as place`,
    [merchant, NOW, payments],
  )
  await client.query('set session_replication_role = origin')
}

/** Pages that a count looks at. */
async function cost(merchant: string, id: string): Promise<{ pages: number; counts: readonly number[] }> {
  const payment = { merchant_id: merchant, id, at: NOW, amount: '100', currency: 'EUR', card: `card of ${id}` }
  const call = 'count_payment($1, $2, $3)'
  const values = [payment, [{ key: 'bin', seconds: MONTH }], COUNTERS].map((value) => JSON.stringify(value))
  const { rows } = await client.query(`explain (analyze, buffers, format json) select * from ${call}`, values)
  const { Plan: plan } = rows[0]['QUERY PLAN'][0]
  const counted = await client.query(`select count::float8 from ${call} order by place`, values)
  return {
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    counts: counted.rows.map(({ count }) => count),
  }
}

test('a count over 30 days looks at as much with a million payments of one BIN as with ten thousand', async () => {
  await fill('small', 10_000)
  await fill('large', 1_000_000)
  const backfill = (await readFile(MIGRATION, 'utf8')).split(/^(?=insert into counted_periods$)/m).at(-1)!
  await client.query(backfill)
  await cost('small', 'first')
  const [small, large] = [await cost('small', 'second'), await cost('large', 'first')]
  const within = [967_742, 48_387, 100_001, 96_774_200].map((count) => Math.round(count / 1000))
  expect(large.counts.map((count) => Math.round(count / 1000))).toEqual(within)
  expect(large.pages).toBeLessThan(MOST_PAGES)
  expect(large.pages).toBeLessThan(3 * small.pages)
}, 600_000)
