import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database?.drop())

it('sessions compile no statement, also on a server that would', async () => {
  const name = new URL(database.superuserUrl).pathname.slice(1)
  await database.sql`alter database ${database.sql(name)} set jit = on`
  const pool = openDatabase(database.url, 'settings', 1)
  expect(await pool`select current_setting('jit') as jit`).toEqual([{ jit: 'off' }])
  await pool.end()
})
