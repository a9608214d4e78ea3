import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { isUnreachableError } from './availability.ts'
import { type Database, openDatabase, type Sql } from './database.ts'

let database: FreshDatabase
let pool: Database
beforeAll(async () => {
  database = await freshDatabase(2)
  await database.sql`create table numbers (n int primary key)`
  await database.sql`grant all on numbers to public`
  pool = openDatabase(database.url, 'transactions', 2)
})
beforeEach(async () => {
  await database.sql`delete from numbers`
})
afterAll(async () => {
  await pool?.end({ timeout: 1 })
  await database?.drop()
})

const add = (sql: Sql, n: number) => sql`insert into numbers (n) values (${n})`
const numbers = async () => (await database.sql<{ n: number }[]>`select n from numbers order by n`).map(({ n }) => n)

describe('a SQL transaction', () => {
  it('is committed, and gives back what its act does', async () => {
    const answer = await pool.begin(async (tx) => {
      await Promise.all([add(tx, 1), add(tx, 2)])
      return 'done'
    })
    expect([answer, await numbers()]).toEqual(['done', [1, 2]])
  })

  it('is rolled back if its act fails, and its connection serves again', async () => {
    const failing = pool.begin(async (tx) => {
      await add(tx, 1)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await numbers()).toEqual([])
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('is rolled back if a statement failed, though its act went on', async () => {
    const failing = pool.begin(async (tx) => {
      await add(tx, 1)
      await add(tx, 1).catch(() => undefined)
      await add(tx, 2)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await numbers()).toEqual([])
  })

  it('is of the mode that was asked for', async () => {
    const writing = pool.begin('isolation level repeatable read read only', (tx) => add(tx, 1))
    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })

  it('takes no statement once it has ended', async () => {
    let late: Sql | undefined
    await pool.begin(async (tx) => {
      late = tx
    })
    await expect(add(late!, 1)).rejects.toThrow('has ended')
    expect(await numbers()).toEqual([])
  })

  it('whose session is lost before COMMIT fails as a lost connection', async () => {
    const losing = pool.begin(async (tx) => {
      await add(tx, 1)
      const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await database.sql`select pg_terminate_backend(${pid}::int, 5000)`
    })
    expect(isUnreachableError(await losing.catch((error: unknown) => error))).toBe(true)
    expect(await numbers()).toEqual([])
  })

  it('whose session is lost keeps the error of its act, and the pool serves again', async () => {
    const failing = pool.begin(async (tx) => {
      const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await database.sql`select pg_terminate_backend(${pid}::int, 5000)`
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await Promise.all([pool`select 1 as one`, pool`select 1 as one`])).toEqual([[{ one: 1 }], [{ one: 1 }]])
  })
})

describe('a part of a SQL transaction', () => {
  it('is undone alone if it fails', async () => {
    await pool.begin(async (tx) => {
      await add(tx, 1)
      await tx.begin(async (part) => {
        await add(part, 2)
        await part.begin((inner) => add(inner, 1)).catch(() => undefined)
        await add(part, 3)
      })
      await expect(tx.begin((part) => Promise.all([add(part, 4), add(part, 4)]))).rejects.toThrow('duplicate key')
    })
    expect(await numbers()).toEqual([1, 2, 3])
  })

  it('ends with the SQL transaction', async () => {
    const failing = pool.begin(async (tx) => {
      await tx.begin((part) => add(part, 1))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await numbers()).toEqual([])
  })
})
