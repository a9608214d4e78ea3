import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader, type Trader } from '#test/ledger.ts'
import { listBalances } from './balances.ts'
import { type ClosedDay, closeDay, findBrokenDays, isComplete, listLedgerDays } from './ledger-days.ts'
import { everything } from './proof-scope.ts'

let database: FreshDatabase
let trader: Trader
beforeAll(async () => {
  database = await freshDatabase()
  trader = await newTrader(database.sql)
})
afterAll(() => database.drop())

/** An approved purchase of so many days ago. */
async function pay(amount: bigint, fee: bigint, daysAgo: number): Promise<void> {
  const transaction = await trader.begin('PURCHASE', amount)
  await trader.finish({ transaction, approved: true, fee })
  await moveEntries(transaction.id, daysAgo)
}

async function authorize(amount: bigint, daysAgo: number): Promise<void> {
  const transaction = await trader.begin('AUTHORIZE', amount)
  await trader.finish({ transaction, approved: true })
  await moveEntries(transaction.id, daysAgo)
}

/** Moves entries to earlier days, which no role of a gateway can do. */
async function moveEntries(id: string, daysAgo: number): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update ledger_entries
      set posted_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${daysAgo}) + interval '23 hours 59 minutes'
      where merchant_id = ${trader.merchantId} and transaction_id = ${id} and ${daysAgo}::int > 0`
  })
}

const days = () => listLedgerDays(database.sql, trader.merchantId, {}, undefined, 10)
/** Longer than anything here is old, so that nothing is settled while a test runs. */
const SETTLEMENT_DELAY_SECONDS = 30 * 24 * 3600
const balances = () => listBalances(database.sql, trader.merchantId, SETTLEMENT_DELAY_SECONDS)

it('closed days and today add up to the whole ledger, before and after each is closed', async () => {
  await pay(1000n, 10n, 3)
  await pay(500n, 5n, 3)
  await pay(200n, 2n, 2)
  await authorize(70n, 2)
  await pay(30n, 1n, 0)
  const [byDay, owed] = [await days(), await balances()]
  expect(byDay.map(({ gross, fee, transactions }) => [gross, fee, transactions])).toEqual([
    [30n, 1n, 1],
    [200n, 2n, 1],
    [1500n, 15n, 2],
  ])
  expect(owed).toMatchObject([{ currency: 'EUR', authorized: 70n }])
  expect(owed[0]!.pending + owed[0]!.available).toBe(1712n)
  // Yesterday is not over for another minute where the test runs right after midnight.
  const told: [string, readonly ClosedDay[]][] = []
  for (let more = true; more; ) {
    more = await closeDay(database.sql, async (_sql, day, sums) => void told.push([day, sums]))
    expect(await balances()).toEqual(owed)
    expect((await days()).map(({ isClosed, ...day }) => day)).toEqual(byDay.map(({ isClosed, ...day }) => day))
    expect(await findBrokenDays(database.sql, everything(database.sql))).toEqual([])
  }
  const { merchantId } = trader
  const moved = (gross: bigint, fee: bigint) => [{ merchantId, currency: 'EUR', gross, fee }]
  expect(told.map(([, sums]) => sums).slice(0, 2)).toMatchObject([moved(1500n, 15n), moved(200n, 2n)])
  expect((await days()).at(-1)).toMatchObject({ gross: 1500n, isClosed: true })
  expect((await days()).at(0)).toMatchObject({ gross: 30n, isClosed: false })
})

it('a closed day that its entries do not add up to is found', async () => {
  await pay(7n, 0n, 2)
  expect(await findBrokenDays(database.sql, everything(database.sql))).toEqual([
    { merchantId: trader.merchantId, subject: 'EUR' },
  ])
})

it('a day is not complete while something is written that began on it', async () => {
  const [{ today }] = await database.sql<[{ today: string }]>`select (now() at time zone 'UTC')::date::text as today`
  const written = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const writing = database.sql.begin(async (sql) => {
    await sql`update transactions set updated_at = updated_at where merchant_id = ${trader.merchantId}`
    written.resolve()
    await over.promise
  })
  await written.promise
  expect(await isComplete(database.sql, today)).toBe(false)
  over.resolve()
  await writing
  await expect.poll(() => isComplete(database.sql, today)).toBe(true)
})

it('closing a day takes only one connection of a pool', async () => {
  const small = await freshDatabase(1)
  await newTrader(small.sql)
  expect(await closeDay(small.sql, async () => undefined)).toBe(false)
  await small.sql`update gathering_marks set reached = now() - interval '2 days' where name = 'ledger'`
  expect(await closeDay(small.sql, async () => undefined)).toBe(true)
  await small.drop()
})

it('days are listed in pages and within a range', async () => {
  const all = await days()
  const [first] = await listLedgerDays(database.sql, trader.merchantId, {}, undefined, 1)
  expect(await listLedgerDays(database.sql, trader.merchantId, {}, first, 10)).toEqual(all.slice(1))
  const { day } = all[1]!
  expect(await listLedgerDays(database.sql, trader.merchantId, { from: day, to: day }, undefined, 10)).toEqual([all[1]])
})
