import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import type { Gateway } from '../gateway.ts'
import { isReady } from './availability.ts'

let database: FreshDatabase
let name: string
beforeAll(async () => {
  database = await freshDatabase(1)
  name = new URL(database.superuserUrl).pathname.slice(1)
})
afterAll(() => database?.drop())

/** Lets `act` check the readiness of a process with new sessions. */
async function withChecks(act: (check: () => Promise<boolean>, pool: Database) => Promise<void>): Promise<void> {
  const pool = openDatabase(database.url, 'readiness', 1)
  await act(() => isReady({ sql: pool } as Gateway), pool).finally(() => pool.end())
}

async function setting(text: string): Promise<void> {
  await database.sql`alter database ${database.sql(name)} ${database.sql.unsafe(text)}`
}

it('checks of readiness write to the disk once in ten seconds', async () => {
  await withChecks(async (check) => {
    for (let turn = 0; turn < 10; turn += 1) expect(await check()).toBe(true)
  })
  const written = () => database.sql`select temp_files::int from pg_stat_database where datname = current_database()`
  await expect.poll(written).toEqual([{ temp_files: 1 }])
})

it('a database that takes no writes is found by the next check', async () => {
  await withChecks(async (check, pool) => {
    expect(await check()).toBe(true)
    await pool`set default_transaction_read_only = on`
    expect(await check()).toBe(false)
  })
})

it('a disk without room is found within ten seconds, and so is the room', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await setting(`set temp_file_limit = '64kB'`)
  await withChecks(async (check) => expect([await check(), await check()]).toEqual([false, false]))
  await setting('reset temp_file_limit')
  await withChecks(async (check, pool) => {
    expect(await check()).toBe(true)
    await database.sql`grant set on parameter temp_file_limit to public`
    await pool`set temp_file_limit = '64kB'`
    vi.advanceTimersByTime(10_000)
    expect([await check(), await check()]).toEqual([false, false])
    await pool`reset temp_file_limit`
    expect(await check()).toBe(true)
  })
})
