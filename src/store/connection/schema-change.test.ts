// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { isUnavailableError } from './availability.ts'
import { type Database, openDatabase } from './database.ts'

const CHANGES = 30
const ROWS = 40
const ASKERS = 30
/** Long enough for queries in a replaced pool, which are canceled after five. */
const PATIENCE_MS = 10_000

let database: FreshDatabase
let pool: Database
beforeAll(async () => {
  database = await freshDatabase(1)
  pool = openDatabase(database.url, 'schema change', 4)
  await database.sql`
    create table kinds (id int primary key, parsed jsonb, written json, bytes bytea, list text[], flag boolean,
      amount bigint, at timestamptz, words text)`
  await database.sql`grant select, update on kinds to public`
  await database.sql`insert into kinds (id) select generate_series(0, ${ROWS - 1})`
})
afterAll(async () => {
  await pool?.end({ timeout: 1 })
  await database?.drop()
})

/** Every kind of value our tables hold, another one for every number. */
const valuesOf = (number: number) => ({
  parsed: { number, nested: [`"${number}"`, null] },
  written: `{"number": ${number}.10}`,
  bytes: Buffer.from([0, 255, number % 256]),
  list: [`${number}`, 'a "b" \\c', ''],
  flag: number % 2 === 1,
  amount: 2n ** 62n + BigInt(number),
  at: new Date(1_700_000_000_000 + number),
  words: `\\x${number}`,
})

/** Returns every column, so that the server rejects an older plan of it. */
function write(id: number, number: number) {
  const { parsed, written, bytes, list, flag, amount, at, words } = valuesOf(number)
  return pool`
    update kinds set parsed = ${pool.json(parsed)}, written = ${written}::json, bytes = ${bytes},
      list = ${list}, flag = ${flag}, amount = ${amount}, at = ${at}, words = ${words}
    where id = ${id} returning *`
}

it('values stay the same and answers reach their callers while columns are altered', async () => {
  const strange: unknown[] = []
  let answered = 0
  let altering = true
  const ask = async (question: PromiseLike<Record<string, unknown>[]>, expected: Record<string, unknown>) => {
    try {
      const [row, ...others] = await question
      if (others.length > 0 || !row) strange.push([row, ...others])
      else expect(row).toMatchObject(expected)
      answered += 1
    } catch (error) {
      if (!isUnavailableError(error)) strange.push(error)
    }
  }
  const askers = Array.from({ length: ASKERS }, async (_, asker) => {
    for (let turn = 0; altering; turn += 1) {
      const number = asker * 10_000 + turn
      await ask(write(asker, number), { id: asker, ...valuesOf(number) })
      await ask(pool`select ${number}::int as answer`, { answer: number })
      await ask(pool`select * from kinds where id = ${asker}`, { id: asker })
    }
  })
  // On a busy machine few are answered between two changes: it goes on until enough were.
  for (let change = 1; change <= CHANGES || answered <= ASKERS * 5; change += 1) {
    await database.sql.unsafe(`alter table kinds add column added_${change} int`)
    await sleep(50)
  }
  altering = false
  const ended = Promise.all(askers).then(() => 'everybody has an answer')
  expect(await Promise.race([ended, sleep(PATIENCE_MS)])).toBe('everybody has an answer')
  expect(strange).toEqual([])
}, 60_000)
