import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader, type Trader } from '#test/ledger.ts'
import { analyzeYoungTables } from './young-tables.ts'

let database: FreshDatabase
let trader: Trader
beforeAll(async () => {
  database = await freshDatabase()
  trader = await newTrader(database.sql)
  // It would look at the table whenever it likes.
  await database.sql`alter table transactions set (autovacuum_enabled = false)`
})
afterAll(() => database.drop())

async function pay(payments: number): Promise<void> {
  for (let paid = 0; paid < payments; paid += 1)
    await trader.finish({ transaction: await trader.begin('PURCHASE', 100n), approved: true })
}

/** Rows that the planner believes in; -1 where it knows nothing, and where there are none. */
async function known(): Promise<number> {
  const [row] = await database.sql<{ rows: number }[]>`
    select reltuples::int as rows from pg_class where oid = (select tableoid from transactions limit 1)`
  return row?.rows ?? -1
}

it('looks at a table once it has a few rows, and again only when it has become much larger', async () => {
  await analyzeYoungTables(database.sql)
  expect(await known()).toBe(-1)
  await pay(40)
  expect(await analyzeYoungTables(database.sql)).toBeGreaterThan(0)
  expect(await known()).toBe(40)
  await pay(10)
  await analyzeYoungTables(database.sql)
  expect(await known()).toBe(40)
})

it('a payment is then found by its whole key, not among all of its merchant’s', async () => {
  const { merchantId } = trader
  const plan = await database.sql<{ 'QUERY PLAN': string }[]>`
      explain update transactions set awaiting = null where merchant_id = ${merchantId} and id = 'txn_x'`
  expect(plan.map((row) => row['QUERY PLAN']).join()).toContain(`(merchant_id = '${merchantId}'::text) AND (id =`)
})
