import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { isUnreachableError } from './availability.ts'
import { type Database, openDatabase } from './database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database?.drop())

async function withPool(connections: number, act: (pool: Database) => Promise<void>): Promise<void> {
  const pool = openDatabase(database.url, 'pool', connections)
  await act(pool).finally(() => pool.end({ timeout: 1 }))
}

const pidOf = async (sql: Pick<Database, 'unsafe'>, seconds = 0) => {
  const [row] = await sql.unsafe<[{ pid: number }]>(`select pg_backend_pid() as pid from pg_sleep(${seconds})`)
  return row.pid
}
const times = <T>(count: number, act: (index: number) => T) => Array.from({ length: count }, (_, index) => act(index))

describe('a pool', () => {
  it('opens a session only if all others are busy, and never more than it may', async () => {
    await withPool(3, async (pool) => {
      const alone = [await pidOf(pool), await pidOf(pool)]
      expect(new Set(alone).size).toBe(1)
      expect(new Set(await Promise.all(times(3, () => pidOf(pool, 0.2)))).size).toBe(3)
      expect(new Set(await Promise.all(times(100, () => pidOf(pool)))).size).toBeLessThanOrEqual(3)
    })
  })

  it('gives every statement its own answer', async () => {
    await withPool(2, async (pool) => {
      const answers = await Promise.all(times(500, (n) => pool<[{ n: number }]>`select ${n}::int as n`))
      expect(answers.map(([{ n }]) => n)).toEqual(times(500, (n) => n))
    })
  })

  it('lets a statement fail alone', async () => {
    await withPool(2, async (pool) => {
      const asked = times(20, (n) =>
        pool`select 1 / ${n % 5}::int as n`.then(
          () => true,
          () => false,
        ),
      )
      expect(await Promise.all(asked)).toEqual(times(20, (n) => n % 5 !== 0))
    })
  })

  it('gives a SQL transaction a session alone, however many statements come', async () => {
    await withPool(2, async (pool) => {
      let asking = true
      const askers = times(20, async () => {
        while (asking) await pidOf(pool, 0.005)
      })
      await sleep(100)
      const own = await pool.begin(async (tx) => {
        const pid = await pidOf(tx)
        const others = await Promise.all(times(20, () => pidOf(pool)))
        return { pid, others }
      })
      asking = false
      await Promise.all(askers)
      expect(own.others).not.toContain(own.pid)
    })
  })

  it('of one connection serves one after the other', async () => {
    await withPool(1, async (pool) => {
      const transactions = times(5, () => pool.begin((tx) => pidOf(tx)))
      const pids = await Promise.all([pidOf(pool), ...transactions, ...times(5, () => pidOf(pool))])
      expect(new Set(pids).size).toBe(1)
    })
  })

  it('that is closed answers what it was asked, and nothing more', async () => {
    const pool = openDatabase(database.url, 'pool', 2)
    const asked = times(20, () => pidOf(pool, 0.01))
    await sleep(50)
    const ended = pool.end()
    expect(await Promise.all(asked)).toHaveLength(20)
    await ended
    await expect(pidOf(pool)).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  })

  it('that is closed in a hurry fails what takes longer', async () => {
    const pool = openDatabase(database.url, 'pool', 1)
    const asked = times(3, () => pidOf(pool, 30).catch((error: unknown) => isUnreachableError(error)))
    await sleep(100)
    await pool.end({ timeout: 0.1 })
    expect(await Promise.all(asked)).toEqual([true, true, true])
  })
})

it('a pool that is closed has no open sockets', async () => {
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  // Others connect in this process, too: the gateway of other test files.
  const name = new URL(database.url).pathname.slice(1)
  const clients = () => (connect.mock.contexts as pg.Client[]).filter((client) => client.database === name)
  const open = () => clients().filter(({ connection }) => !connection.stream.closed).length
  const pool = openDatabase(database.url, 'left', 4)
  await Promise.all(times(4, () => pidOf(pool, 0.1)))
  expect(open()).toBe(4)
  await pool.end()
  expect(open()).toBe(0)
})

it('all that wait for a server without an answer fail after the first attempts', async () => {
  let attempts = 0
  const silent = createServer((socket) => {
    attempts += 1
    socket.on('error', () => undefined)
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = openDatabase(`postgres://role@127.0.0.1:${port}/none?sslmode=disable&connect_timeout=1`, 'away', 2)
  const asked = times(20, () => pool`select 1`.catch((error: unknown) => isUnreachableError(error)))
  expect(await Promise.all(asked)).toEqual(times(20, () => true))
  expect(attempts).toBe(2)
  await pool.end({ timeout: 1 })
  silent.close()
})

it('a server that is away is tried again, but not all the time', async () => {
  const pool = openDatabase('postgres://nobody@127.0.0.1:1/none', 'away', 8)
  const began = performance.now()
  const codes = []
  for (let turn = 0; turn < 3; turn += 1) {
    const asked = times(20, () => pool`select 1`.catch((error: { code: string }) => error.code))
    codes.push(...(await Promise.all(asked)))
  }
  expect(new Set(codes)).toEqual(new Set(['ECONNREFUSED']))
  expect(performance.now() - began).toBeGreaterThan(450)
  await pool.end()
})

it.each([
  ['read-write', 'answered'],
  ['primary', 'answered'],
  ['prefer-standby', 'answered'],
  ['read-only', 'CONNECTION_DESTROYED'],
  ['standby', 'CONNECTION_DESTROYED'],
])('a primary that is asked for as %s has %s', async (wanted, expected) => {
  const url = new URL(database.url)
  url.searchParams.set('target_session_attrs', wanted)
  const pool = openDatabase(url.href, 'attributes', 1)
  const asked = pool`select 1`.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
  expect(await asked).toBe(expected)
  await pool.end()
})
