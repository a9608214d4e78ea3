import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { countPayment, uncountPayment } from './counted-payments.ts'

const FIELDS = ['payments', 'declines', 'distinct_cards', 'sum'] as const
const WINDOWS = [60, 3700, 90_000, 2_592_000]
const MONTH = 2_592_000
const SECONDS = [0, 0.4, 1, 9, 11, 599, 601, 28_799, 500_000]

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database.drop())

interface Step {
  readonly after: number
  readonly key: string
  readonly card: string | null
  readonly amount: number
  readonly currency: string
  readonly end: 'kept' | 'uncounted' | 'declined'
}

const step = fc.record<Step>({
  after: fc.tuple(fc.constantFrom(...SECONDS), fc.integer({ min: -900, max: 900 })).map(([s, ms]) => s * 1000 + ms),
  key: fc.constantFrom('one', 'two'),
  card: fc.constantFrom('a', 'b', 'c', null),
  amount: fc.nat({ max: 999 }),
  currency: fc.constantFrom('EUR', 'USD'),
  end: fc.constantFrom('kept', 'kept', 'kept', 'uncounted', 'declined'),
})

/** Counts by looking at every payment. */
function expectedCounts(payments: readonly (Step & { readonly at: number })[], key: string, at: number) {
  return WINDOWS.flatMap((seconds) => {
    const seen = payments.filter((one) => one.key === key && one.at > at - seconds * 1000)
    const sum = seen.reduce((total, one) => total + (one.currency === 'EUR' ? one.amount : 0), 0)
    const cards = new Set(seen.flatMap(({ card }) => card ?? [])).size
    return [seen.length, seen.filter(({ end }) => end === 'declined').length, cards, sum].map(BigInt)
  })
}

test('counts are exact to the millisecond, with declines that come later and payments that are uncounted', async () => {
  let runs = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    runs += 1
    const merchantId = `mer_${runs}`
    const payments: (Step & { at: number })[] = []
    let now = Date.UTC(2026, 0, 31, 23, 59, 30)
    for (const [index, one] of steps.entries()) {
      now += one.after
      const id = `trx_${runs}_${index}`
      const payment = { merchantId, id, at: new Date(now), card: one.card, currency: one.currency }
      const asked = WINDOWS.flatMap((seconds) =>
        FIELDS.map((field) => ({ field, key: one.key, seconds, currency: field === 'sum' ? 'EUR' : null })),
      )
      const keys = [{ key: one.key, seconds: MONTH }]
      const counted = { ...payment, amount: BigInt(one.amount) }
      expect(await countPayment(database.sql, counted, keys, asked)).toEqual(expectedCounts(payments, one.key, now))
      if (one.end === 'uncounted') await uncountPayment(database.sql, counted, keys)
      else payments.push({ ...one, at: now })
      if (one.end === 'declined')
        await database.sql`update counted_payments set decline = 'NOTED' where transaction_id = ${id}`
    }
  })
  await fc.assert(property, { numRuns: 12, seed: 37 })
})
