import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader, type Trader } from '#test/ledger.ts'
import { LONGEST_PAUSE_MS, nextPauseMs, paymentIndexTask } from './index-payments.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
afterEach(() => {
  vi.useRealTimers()
})

async function beginAgo({ merchantId, begin }: Trader, seconds: number): Promise<string> {
  const { id } = await begin('PURCHASE', 100n)
  await database.sql`
    update transactions set created_at = now() - make_interval(secs => ${seconds})
    where merchant_id = ${merchantId} and id = ${id}`
  return id
}

async function isFound({ merchantId }: Trader, id: string): Promise<boolean> {
  const found = await database.sql`select from payment_search where merchant_id = ${merchantId} and id = ${id}`
  return found.length === 1
}

it('what commits seconds late is found within a second, and what commits a minute late within half a minute', async () => {
  const trader = await newTrader(database.sql)
  vi.useFakeTimers({ toFake: ['Date'] })
  const gather = paymentIndexTask(database)
  while ((await gather()) === true);
  const [soon, long] = [await beginAgo(trader, 2.5), await beginAgo(trader, 80)]
  await gather()
  expect([await isFound(trader, soon), await isFound(trader, long)]).toEqual([false, false])
  vi.setSystemTime(Date.now() + 1000)
  await gather()
  expect([await isFound(trader, soon), await isFound(trader, long)]).toEqual([true, false])
  vi.setSystemTime(Date.now() + 30_000)
  await gather()
  expect(await isFound(trader, long)).toBe(true)
})

it('at any steady rate the next step comes when about fifty have, after a tenth of a second to a second', () => {
  const rates = fc.double({ min: 0.1, max: 5000, noNaN: true })
  fc.assert(
    fc.property(rates, (perSecond) => {
      let pauseMs = LONGEST_PAUSE_MS
      for (let step = 0; step < 5; step += 1) pauseMs = nextPauseMs(pauseMs, (perSecond * pauseMs) / 1000)
      if (perSecond > 500) expect(pauseMs).toBe(100)
      else if (perSecond < 50) expect(pauseMs).toBe(LONGEST_PAUSE_MS)
      else expect((perSecond * pauseMs) / 1000).toBeCloseTo(50)
    }),
  )
})

it('the next step comes sooner the more it found, and in a second where nothing came', async () => {
  const { begin } = await newTrader(database.sql)
  const gather = paymentIndexTask(database)
  while ((await gather()) !== LONGEST_PAUSE_MS);
  await Promise.all(Array.from({ length: 200 }, () => begin('PURCHASE', 100n)))
  expect(await gather()).toBe(LONGEST_PAUSE_MS / 4)
  expect(await gather()).toBe(LONGEST_PAUSE_MS)
})
