import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { createRateLimiter } from './rate-limiter.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** A window that does not end while a test runs: 31 years. */
const LONG = 10 ** 9

/** Counts the requests that are allowed when all are sent concurrently to these processes in turn. */
async function countAllowed(limiters: readonly { spend: () => Promise<void> }[], requests: number): Promise<number> {
  const answers = await Promise.allSettled(
    Array.from({ length: requests }, (_, i) => limiters[i % limiters.length]!.spend()),
  )
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(RequestError)
  return answers.filter(({ status }) => status === 'fulfilled').length
}

function limiterOf(merchantId: string, perSecond: number, { sql = database.sql as Sql, windowSeconds = LONG } = {}) {
  const limiter = createRateLimiter(sql, perSecond, windowSeconds)
  return { spend: () => limiter.spend('requests', merchantId) }
}

test.each([1, 7, 500])(
  'of simultaneous requests exactly %i are let through where so many are allowed',
  async (allowed) => {
    const limiter = limiterOf(`mer_one_${allowed}`, allowed)
    expect(await countAllowed([limiter], allowed + 20)).toBe(allowed)
    expect(await countAllowed([limiter], 5)).toBe(0)
  },
)

test('two processes never let more through together, and one holds at most a fiftieth back from the other', async () => {
  const limiters = [limiterOf('mer_two', 500), limiterOf('mer_two', 500)]
  let allowed = 0
  for (let round = 0; round < 30; round += 1) allowed += await countAllowed(limiters, 20)
  expect(allowed).toBe(500)
  const [first, second] = [limiterOf('mer_back', 500), limiterOf('mer_back', 500)]
  expect(await countAllowed([first], 1)).toBe(1)
  expect(await countAllowed([second], 600)).toBe(490)
  expect(await countAllowed([first], 20)).toBe(9)
})

test('ten requests one after the other take one statement, and none once all are used up', async () => {
  let statements = 0
  const counting = ((...args: Parameters<Sql>) => {
    if (String(args[0]).includes('insert into rate_counters')) statements += 1
    return database.sql(...args)
  }) as Sql
  const limiter = limiterOf('mer_lease', 500, { sql: counting })
  for (let request = 0; request < 500; request += 1) await limiter.spend()
  expect(statements).toBe(50)
  for (let request = 0; request < 100; request += 1) await expect(limiter.spend()).rejects.toThrow('slow down')
  expect(statements).toBe(50)
})

test('merchants and what is counted apart do not use up each other’s', async () => {
  const limiter = createRateLimiter(database.sql, 1, LONG)
  await limiter.spend('requests', 'mer_apart')
  await limiter.spend('reads', 'mer_apart')
  await limiter.spend('requests', 'mer_apart_2')
  await expect(limiter.spend('requests', 'mer_apart')).rejects.toThrow('slow down')
})

test('once a second is over as many are let through again', async () => {
  const limiter = limiterOf('mer_anew', 2, { windowSeconds: 1 })
  for (let second = 0; second < 3; second += 1) {
    expect(await countAllowed([limiter], 8)).toBeGreaterThanOrEqual(2)
    await sleep(1100)
  }
})
