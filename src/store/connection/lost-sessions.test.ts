import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { isUnreachableError } from './availability.ts'
import { type Database, openDatabase } from './database.ts'

const ASKERS = 40
const CUTS = 60
/** Long enough for queries in a replaced pool, which are canceled after five. */
const PATIENCE_MS = 30_000

let database: FreshDatabase
let pool: Database
beforeAll(async () => {
  database = await freshDatabase(1)
  pool = openDatabase(database.url, 'pool', 6)
})
afterAll(async () => {
  await pool?.end({ timeout: 1 })
  await database?.drop()
})

function endSessions() {
  return database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tollgate pool' and datname = current_database()`
}

it('callers get their own answer or an error soon while sessions end', {
  tags: ['full'],
  timeout: 60_000,
}, async () => {
  let answered = 0
  const strange: unknown[] = []
  let asking = true
  const askers = Array.from({ length: ASKERS }, async (_, asker) => {
    for (let turn = 0; asking; turn += 1) {
      const question = asker * 1_000_000 + turn
      try {
        const [row, ...others] = await pool`select ${question}::int as answer`
        if (row?.answer !== question || others.length > 0) strange.push([question, row])
        answered += 1
      } catch (error) {
        if (!isUnreachableError(error)) strange.push(error)
      }
    }
  })
  // On a busy machine few are answered between two cuts: it goes on until enough were.
  for (let cut = 1; cut <= CUTS || answered <= ASKERS; cut += 1) {
    await endSessions()
    await sleep((cut * 37) % 120)
  }
  asking = false
  const ended = Promise.all(askers).then(() => 'everybody has an answer')
  expect(await Promise.race([ended, sleep(PATIENCE_MS)])).toBe('everybody has an answer')
  expect(strange).toEqual([])
})

it('a pool whose idle connections were all cut answers again immediately', async () => {
  await Promise.all(Array.from({ length: 6 }, () => pool`select pg_sleep(0.05)`))
  await endSessions()
  await sleep(500)
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
})
