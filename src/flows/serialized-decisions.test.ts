import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#store/connection/database.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { SerializedDecisions } from './serialized-decisions.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

const change = (merchantId: string, act: () => unknown) =>
  database.sql.begin(async (sql) => {
    await lockConfiguration(sql, merchantId)
    await act()
  })

/** Until so many wait for a lock of this database, in the order in which they came. */
const queued = (count: number) =>
  eventually(`${count} in the queue`, 30, async () => {
    const [row] = await database.sql<[{ waiting: number }]>`
      select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and not granted`
    return row.waiting === count || undefined
  })

it('decides while no change of this merchant is in progress, together with those waiting, and lets changes continue after', async () => {
  const order: string[] = []
  const changed = Promise.withResolvers<void>()
  const decisions = new SerializedDecisions(database.sql)
  const decide = (name: string) =>
    decisions.run('mer_1', async (decided) => {
      order.push(`${name} decides`)
      await sleep(50)
      decided()
      await changed.promise
      order.push(`${name} is done`)
      return name
    })
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = change('mer_1', async () => {
    begun.resolve()
    await over.promise
    order.push('first change')
  })
  await begun.promise
  const answers = Promise.all([decide('one'), decide('two')])
  await change('mer_2', () => order.push('change elsewhere'))
  await queued(1)
  const second = change('mer_1', () => order.push('second change')).then(() => changed.resolve())
  await queued(2)
  over.resolve()
  expect(await answers).toEqual(['one', 'two'])
  await Promise.all([first, second])
  expect(order).toEqual([
    ...['change elsewhere', 'first change', 'one decides', 'two decides', 'second change'],
    ...['one is done', 'two is done'],
  ])
})

it('all waiting callers get the error when the database is gone, and so does the next one', async () => {
  const gone = openDatabase(database.url, 'gone', 1)
  await gone.end()
  const decisions = new SerializedDecisions(gone)
  const waiting = ['one', 'two'].map((answer) => decisions.run('mer_1', async () => answer))
  const ends = await Promise.allSettled([...waiting, decisions.run('mer_2', async () => 'three')])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

it('a decision that fails fails alone', async () => {
  const decisions = new SerializedDecisions(database.sql)
  const ends = await Promise.allSettled([
    decisions.run('mer_1', () => Promise.reject(new Error('no'))),
    decisions.run('mer_1', async () => 'yes'),
  ])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
