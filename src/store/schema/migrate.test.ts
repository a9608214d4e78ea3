import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let directory: URL

beforeEach(async () => {
  database = await freshDatabase()
  await database.sql`delete from migrations`
  directory = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'tollgate-migrations-'))}/`)
  await write('0001-apples.sql', 'create table apples (id int); insert into apples values (1);')
})

afterEach(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

const write = (name: string, text: string) => writeFile(new URL(name, directory), text)
const appleCount = async () => (await database.sql`select 1 from apples`).length

test('applies the files in order of their names and returns them', async () => {
  await write('0010-late.sql', 'insert into apples select id from pears')
  await write('0002-pears.sql', 'create table pears as select id from apples')
  expect(await migrate(database.sql, directory)).toEqual(['0001-apples.sql', '0002-pears.sql', '0010-late.sql'])
  expect(await appleCount()).toBe(2)
})

test('a second run changes nothing', async () => {
  await migrate(database.sql, directory)
  expect(await migrate(database.sql, directory)).toEqual([])
  expect(await appleCount()).toBe(1)
})

test('processes that migrate at the same time apply each file once', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.sql, directory)))
  expect(runs.flat()).toEqual(['0001-apples.sql'])
  expect(await appleCount()).toBe(1)
})

test('a file that fails leaves nothing behind, and the next run applies it again', async () => {
  await write('0002-pears.sql', 'create table pears (id int); select 1 / 0')
  await expect(migrate(database.sql, directory)).rejects.toThrow('division by zero')
  expect(await database.sql`select to_regclass('pears') as pears`).toEqual([{ pears: null }])
  await write('0002-pears.sql', 'create table pears (id int)')
  expect(await migrate(database.sql, directory)).toEqual(['0002-pears.sql'])
})

test('a file edited after it was applied stops the start with its name', async () => {
  await migrate(database.sql, directory)
  await write('0001-apples.sql', 'create table apples (id bigint)')
  await expect(migrate(database.sql, directory)).rejects.toThrow('0001-apples.sql was edited')
})

test('a change that cannot have its table lets others go first, and comes again', async () => {
  await migrate(database.sql, directory)
  await write('0002-wider.sql', 'alter table apples add column kind text')
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const report = database.sql.begin(async (sql) => {
    await sql`select id from apples`
    reading.resolve()
    await read.promise
  })
  await reading.promise
  const migrating = migrate(database.sql, directory)
  await sleep(200)
  expect(await appleCount()).toBe(1)
  read.resolve()
  await report
  expect(await migrating).toEqual(['0002-wider.sql'])
})

describe('a baseline that replaces earlier migrations', () => {
  const APPLES = 'create table apples (id int); insert into apples values (1);'
  const PEARS = 'create table pears (id int)'
  const lineOf = (name: string, text: string) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`

  /** The files of the release with the baseline. */
  async function replace(): Promise<void> {
    await Promise.all(
      ['0001-apples.sql', '0002-pears.sql'].map((name) => rm(new URL(name, directory), { force: true })),
    )
    await write('0002-baseline.sql', `${APPLES} ${PEARS}`)
    const replaced = lineOf('0001-apples.sql', APPLES) + lineOf('0002-pears.sql', PEARS)
    await write('0002-baseline.replaces.sha256', replaced)
  }

  test('makes the schema of an empty database, on which the previous release has nothing to apply', async () => {
    await replace()
    expect(await migrate(database.sql, directory)).toEqual(['0002-baseline.sql'])
    expect(await appleCount()).toBe(1)
    await write('0001-apples.sql', APPLES)
    await write('0002-pears.sql', PEARS)
    expect(await migrate(database.sql, directory)).toEqual([])
  })

  test('is only recorded in a database that has applied them all', async () => {
    await write('0002-pears.sql', PEARS)
    await migrate(database.sql, directory)
    await replace()
    expect(await migrate(database.sql, directory)).toEqual(['0002-baseline.sql'])
    expect(await migrate(database.sql, directory)).toEqual([])
    expect(await appleCount()).toBe(1)
  })

  test.each([
    ['some of them', undefined],
    ['one of another content', 'create table pears (id bigint)'],
  ])('changes nothing in a database that has applied %s, and says what to do', async (_, pears) => {
    if (pears) await write('0002-pears.sql', pears)
    await migrate(database.sql, directory)
    await replace()
    await write('0003-later.sql', 'create table later ()')
    await expect(migrate(database.sql, directory)).rejects.toThrow(
      'with commit 04387768, which is release 1.0.0, first',
    )
    const [left] = await database.sql`select to_regclass('later') as later, count(*)::int as recorded from migrations`
    expect(left).toEqual({ later: null, recorded: pears ? 2 : 1 })
  })
})

describe("the gateway's own migrations", () => {
  test('have been applied to a fresh database', async () => {
    const again = await freshDatabase(1)
    expect(await migrate(again.sql)).toEqual([])
    await again.drop()
  })

  test('continue on a database of release 1.0.0', async () => {
    const released = await freshDatabase(1)
    await released.sql`delete from migrations where name = '0109-baseline.sql'`
    expect(await migrate(released.sql)).toEqual(['0109-baseline.sql'])
    await released.drop()
  })
})
