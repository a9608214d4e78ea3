import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { GATEWAY } from '#store/schema/roles.ts'
import { openTransactionWriter } from '#store/transactions/transaction-writer.ts'
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
  const [pool, payments] = [1, 2].map(() => openDatabase(database.url, 'readiness', 1))
  const gateway = { sql: pool, writer: openTransactionWriter(payments!, 1) } as Gateway
  await act(() => isReady(gateway), pool!).finally(() => Promise.all([pool!.end(), payments!.end()]))
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

it('a role that may write no payment is not ready, until it may', async () => {
  await withChecks(async (check) => {
    await database.sql.unsafe(`revoke insert on transactions from ${GATEWAY}`)
    expect(await check()).toBe(false)
    await database.sql.unsafe(`grant insert on transactions to ${GATEWAY}`)
    expect(await check()).toBe(true)
  })
})

it('a process without a session for payments is not ready, until it gets one', async () => {
  await setting('connection limit 2')
  await withChecks(async (check, pool) => {
    await pool`select 1`
    expect(await check()).toBe(false)
    await setting('connection limit -1')
    expect(await check()).toBe(true)
  })
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
