import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayIn, hoursBetween, startOfDay } from '#domain/time-zone.ts'
import { readPaymentAnalytics } from '#flows/analytics.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader, type Trader, type Wanted } from '#test/ledger.ts'
import { indexPayments } from '../search/payment-search.ts'
import { recountInNewZone } from './payment-counts.ts'

const STEP = { windowSeconds: 3600, lookBackSeconds: 60, isThorough: true }

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const analytics = ({ merchantId }: Trader, query: Parameters<typeof readPaymentAnalytics>[2] = {}) => {
  const reads = { ...database, read: <T>(act: (sql: typeof database.sql) => Promise<T>) => act(database.sql) }
  return readPaymentAnalytics({ reads: reads as never }, merchantId, query)
}

/** One step counts one merchant again, and merchants of earlier tests may wait before ours. */
async function recountAll(): Promise<void> {
  let isAnother = true
  while (isAnother) isAnother = await recountInNewZone(database.sql)
}

async function setCreated(trader: Trader, { id }: Wanted['transaction'], at: string): Promise<void> {
  await database.sql`
    update transactions set created_at = ${at} where merchant_id = ${trader.merchantId} and id = ${id}`
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('begin' as const), amount: fc.bigInt(1n, 5n) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), approved: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gather' as const), thorough: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('Asia/Tokyo', 'UTC') }),
  },
)

it('every payment that ends is counted once, in any order of gathering, also by two concurrent workers', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const trader = await newTrader(database.sql)
    const open: Wanted['transaction'][] = []
    const ended = { approved: 0, declined: 0, approvedAmount: 0n }
    for (const next of steps) {
      if (next.kind === 'begin') open.push(await trader.begin('PURCHASE', next.amount))
      if (next.kind === 'gather') {
        const how = { ...STEP, isThorough: next.thorough }
        await Promise.all([indexPayments(database.sql, how), indexPayments(database.sql, how)])
      }
      if (next.kind === 'zone') {
        await database.sql`update merchants set time_zone = ${next.zone} where merchant_id = ${trader.merchantId}`
        await Promise.all([recountInNewZone(database.sql), indexPayments(database.sql, STEP)])
      }
      if (next.kind !== 'end') continue
      const transaction = open.shift()
      if (!transaction) continue
      await trader.finish({ transaction, approved: next.approved })
      ended[next.approved ? 'approved' : 'declined'] += 1
      if (next.approved) ended.approvedAmount += transaction.amount
    }
    await indexPayments(database.sql, STEP)
    const found = await analytics(trader, { groupBy: 'currency', to: '2099-01-01', from: '2098-01-01' })
    expect(found.totals.payments).toBe(0)
    const { approved, declined, approvedAmount } = ended
    const { totals, groups } = await analytics(trader, { groupBy: 'currency' })
    expect(totals).toMatchObject({ payments: approved + declined, approved, declined })
    expect(groups[0]?.approvedAmount ?? 0n).toBe(approvedAmount)
  })
  await fc.assert(property, { numRuns: 8 })
}, 120_000)

it('23:30 UTC falls on the next day in Bucharest, and on its own day once the zone is UTC', async () => {
  const trader = await newTrader(database.sql)
  await database.sql`update merchants set time_zone = 'Europe/Bucharest' where merchant_id = ${trader.merchantId}`
  await recountAll()
  const transaction = await trader.begin('PURCHASE', 100n)
  await setCreated(trader, transaction, '2026-02-10T23:30:00Z')
  await trader.finish({ transaction, approved: true })
  await indexPayments(database.sql, STEP)
  const period = { from: '2026-02-01', to: '2026-02-28' }
  const inBucharest = await analytics(trader, period)
  expect(inBucharest.intervals).toMatchObject([{ day: '2026-02-11', startsAt: new Date('2026-02-10T22:00:00Z') }])
  await database.sql`update merchants set time_zone = 'UTC' where merchant_id = ${trader.merchantId}`
  await recountAll()
  const inUtc = await analytics(trader, period)
  expect(inUtc).toMatchObject({ timeZone: 'UTC', totals: { approved: 1 }, intervals: [{ day: '2026-02-10' }] })
})

/** Zones that are off the hour, and some whose clocks are put at midnight or are far from UTC. */
const ZONES = [
  ...[
    'Asia/Tehran',
    'Asia/Kabul',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Yangon',
    'Australia/Eucla',
    'Australia/Darwin',
  ],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns', 'Pacific/Marquesas', 'America/Havana'],
  ...['Pacific/Kiritimati', 'UTC'],
]
const DAY_MS = 86_400_000

/** A merchant there with payments of the last month, the first minutes of a day in UTC and there among them. */
async function tradeIn(zone: string): Promise<Trader> {
  const trader = await newTrader(database.sql)
  await database.sql`update merchants set time_zone = ${zone} where merchant_id = ${trader.merchantId}`
  const yesterday = startOfDay(zone, addDays(dayIn(zone, new Date()), -1))!
  const agoMs = [...fc.sample(fc.integer({ min: 0, max: 30 * DAY_MS }), 6), Date.now() - yesterday.getTime() - 60_000]
  for (const ms of agoMs) {
    const transaction = await trader.begin('PURCHASE', 100n)
    await setCreated(trader, transaction, new Date(Date.now() - ms).toISOString())
    await trader.finish({ transaction, approved: ms % 2 === 0 })
  }
  return trader
}

const paymentsOf = (intervals: readonly { readonly day: string; readonly payments: number }[]) =>
  [...Map.groupBy(intervals, ({ day }) => day)].map(([day, own]) => [
    day,
    own.reduce((sum, { payments }) => sum + payments, 0),
  ])

it('in every zone the hours of a day add up to the day, and each begins with one of the zone', async () => {
  const traders = await Promise.all(ZONES.map(tradeIn))
  await recountAll()
  await indexPayments(database.sql, STEP)
  for (const [index, zone] of ZONES.entries()) {
    const trader = traders[index]!
    const to = dayIn(zone, new Date())
    const period = { from: addDays(to, -31), to, groupBy: 'currency' } as const
    const days = await analytics(trader, period)
    expect([zone, days.totals.payments]).toEqual([zone, 7])
    const hours = await analytics(trader, { ...period, interval: 'hour' })
    expect([zone, hours.totals, paymentsOf(hours.intervals)]).toEqual([zone, days.totals, paymentsOf(days.intervals)])
    const starts = hoursBetween(zone, startOfDay(zone, period.from)!, startOfDay(zone, addDays(to, 1))!)
    expect(starts).toEqual(expect.arrayContaining(hours.intervals.map(({ startsAt }) => startsAt)))
    expect(hours.intervals.map(({ day }) => day)).toEqual(hours.intervals.map(({ startsAt }) => dayIn(zone, startsAt)))
  }
})

it('hours that the release before counted in UTC are counted again in the zone', async () => {
  const trader = await tradeIn('Asia/Kolkata')
  await recountAll()
  await indexPayments(database.sql, STEP)
  const to = dayIn('Asia/Kolkata', new Date())
  const read = () => analytics(trader, { interval: 'hour', from: addDays(to, -31), to })
  const counted = await read()
  const { merchantId } = trader
  await database.sql`update payment_zones set hour_zone = null where merchant_id = ${merchantId}`
  await database.sql`
    update payment_hours set hour = hour - interval '30 minutes' where merchant_id = ${merchantId}`
  expect((await read()).intervals).not.toEqual(counted.intervals)
  await recountAll()
  expect(await read()).toEqual(counted)
})

it('a zone that the database does not know counts as UTC', async () => {
  const trader = await newTrader(database.sql)
  await database.sql`update merchants set time_zone = 'Mars/Olympus' where merchant_id = ${trader.merchantId}`
  await recountAll()
  expect(await analytics(trader)).toMatchObject({ timeZone: 'UTC' })
})
