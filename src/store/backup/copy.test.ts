import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { copyIn, copyOut } from './copy.ts'

const SOURCE = 'source (id, words)'
const TARGET = 'target (id, words)'
const ROWS = 2000

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
  await database.sql.unsafe(`
    create table source (id int primary key, words text);
    create table target (id int primary key, words text);
    insert into source select n, n || E'\\t\\n\\\\.\\r"' || repeat('é', 60) from generate_series(1, ${ROWS}) n;
    insert into source values (0, null)`)
})
afterAll(() => database?.drop())

it('rows with any content come back as they were', async () => {
  const pieces: Uint8Array[] = []
  for await (const piece of copyOut(database.sql, SOURCE)) pieces.push(piece)
  await database.sql.begin(async (tx) => {
    const writer = await copyIn(tx, TARGET)
    for (const piece of pieces) await writer.write(piece)
    await writer.end()
  })
  const different = await database.sql`(table source except table target) union all (table target except table source)`
  expect([...different]).toEqual([])
  expect(await database.sql`select count(*)::int as count from target`).toEqual([{ count: ROWS + 1 }])
})

it('the connection serves again after rows that were read slowly, or not to their end', async () => {
  const serves = async () => expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
  // As many as fill what the client keeps unread, and a few more.
  for (let count = 680; count <= 760; count += 20) {
    await database.sql.unsafe(
      `truncate target; insert into target select n, repeat('x', 150) from generate_series(1, ${count}) n`,
    )
    for await (const _ of copyOut(database.sql, TARGET)) await sleep(5)
    await serves()
  }
  for await (const _ of copyOut(database.sql, SOURCE)) break
  await serves()
})

it('an error of the server after the last row is reported, and nothing hangs', async () => {
  const twice = database.sql.begin(async (tx) => {
    const writer = await copyIn(tx, 'target (id)')
    await writer.write(Buffer.from('1\n1\n'))
    await writer.end()
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
})
