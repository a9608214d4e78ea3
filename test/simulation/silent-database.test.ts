// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isUnavailableError } from '#store/connection/availability.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

const LIMIT_SECONDS = 1
/** Time to abandon the server, and to replace the pool. */
const PATIENCE_SECONDS = LIMIT_SECONDS + 5 + 5 + 4

let database: FreshDatabase
let pool: Database
let stopped: number[] = []
beforeAll(async () => {
  database = await freshDatabase(1)
  pool = openDatabase(database.url, 'silence', 3, LIMIT_SECONDS)
})
afterAll(async () => {
  for (const pid of stopped) process.kill(pid, 'SIGCONT')
  await pool?.end({ timeout: 1 })
  await database?.drop()
})

it('callers of a server that fell silent get an error, and the next one is served', { timeout: 60_000 }, async () => {
  const [begun, stop] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const open = pool.begin(async (tx) => {
    await tx`select 1`
    begun.resolve()
    await stop.promise
    await tx`select 2`
  })
  await begun.promise
  await Promise.all([pool`select pg_sleep(0.1)`, pool`select pg_sleep(0.1)`])
  const sessions = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'tollgate silence'`
  stopped = sessions.map(({ pid }) => pid)
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  stop.resolve()
  const asked = [open, pool.begin((tx) => tx`select 3`), pool`select 4`, pool`select 5`]
  const answers = Promise.all(
    asked.map((one) =>
      one.then(
        () => 'answered',
        (error: unknown) => isUnavailableError(error),
      ),
    ),
  )
  expect(await Promise.race([answers, sleep(PATIENCE_SECONDS * 1000)])).toEqual([true, true, true, 'answered'])
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
})
