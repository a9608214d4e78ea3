import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { onEveryShard } from '../cluster/by-shard.ts'
import { gatherPayments } from './payment-search.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(CONNECTIONS)
})
afterAll(() => database.drop())

/** One that holds and one that looks for each shard, where rows are distributed. */
const CONNECTIONS = 16
const STEP = { windowSeconds: 3600, lookBackSeconds: 90, isThorough: true }

it('a look while another worker is at it is told from one that was done', async () => {
  await onEveryShard(database.sql, async (at) => [
    await at.begin(async (sql) => {
      await sql`select reached from gathering_marks where name = 'payments' for update`
      expect(await gatherPayments(database.sql, STEP)).toEqual({ gathered: 0, caughtUp: true, isOurs: false })
    }),
  ])
  expect(await gatherPayments(database.sql, STEP)).toEqual({ gathered: 0, caughtUp: true, isOurs: true })
})
