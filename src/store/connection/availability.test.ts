import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { checkWritable, isUnavailableError } from './availability.ts'
import { openDatabase } from './database.ts'

describe('the database cannot serve', () => {
  it.each([
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['53300', 'too many connections'],
    ['53400', 'configuration limit exceeded'],
    ['58030', 'I/O error'],
    ['58P01', 'a file is missing'],
    ['XX001', 'a page is damaged'],
    ['XX002', 'an index is damaged'],
    ['25006', 'no writes'],
    ['25P03', 'idle in a transaction for too long'],
    ['57P01', 'shutdown'],
    ['57P02', 'crash'],
    ['57P03', 'starting'],
    ['57P04', 'database dropped'],
    ['57P05', 'session idle for too long'],
    ['57014', 'statement took too long'],
    ['40001', 'serialization failure'],
    ['40P01', 'deadlock'],
    ['55P03', 'lock not available'],
    ['55000', 'no session is let in'],
    ['54000', 'transaction ids run out'],
    ['28P01', 'password refused'],
    ['28000', 'login refused'],
    ['3D000', 'no such database'],
    ['08006', 'connection failure'],
    ['ECONNREFUSED', 'nothing listens'],
    ['EAI_AGAIN', 'names cannot be looked up'],
    ['ENETUNREACH', 'no network'],
    ['EMFILE', 'no more sockets'],
  ])('at %s: %s', (code) => {
    expect(isUnavailableError(Object.assign(new Error(), { code }))).toBe(true)
  })

  it.each([
    ['23505', 'unique violation'],
    ['22P02', 'invalid text'],
    ['42703', 'undefined column'],
    ['54001', 'statement too complex'],
    ['P0001', 'raised by a trigger'],
    ['', 'no code'],
  ])('but %s, %s, is another fault', (code) => {
    expect(isUnavailableError(Object.assign(new Error(), { code }))).toBe(false)
  })
})

describe('the check of readiness', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(1)
  })
  afterAll(() => database?.drop())

  it('writes to the disk, leaves nothing there, and keeps the memory of later statements', async () => {
    const pool = openDatabase(database.url, 'readiness', 1)
    await checkWritable(pool, true)
    expect(await pool`select current_setting('work_mem') as memory`).toEqual([{ memory: '4MB' }])
    await pool.end()
    await expect
      .poll(
        () =>
          database.sql`select temp_bytes > 70000 as spilled from pg_stat_database where datname = current_database()`,
      )
      .toEqual([{ spilled: true }])
  })

  it('fails where the server may not write to its disk', async () => {
    const name = new URL(database.superuserUrl).pathname.slice(1)
    await database.sql`alter database ${database.sql(name)} set temp_file_limit = '64kB'`
    const pool = openDatabase(database.url, 'readiness', 1)
    const failure = await checkWritable(pool, true).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: '53400' })
    expect(isUnavailableError(failure)).toBe(true)
    await pool.end()
  })
})

it('an internal error of the database is none of these', () => {
  const refusal = Object.assign(new Error('cache lookup failed for relation 4711'), { code: 'XX000' })
  expect(isUnavailableError(refusal)).toBe(false)
})
