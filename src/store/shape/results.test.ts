import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { first, isOne } from './results.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
  await database.sql`create table pears (id int)`
  await database.sql`insert into pears (id) values (1), (2), (2)`
})
afterAll(() => database.drop())

test('the first row of an answer is undefined without rows', async () => {
  const { sql } = database
  expect(await first(sql<{ id: number }[]>`select id from pears order by id`)).toEqual({ id: 1 })
  expect(await first(sql<{ id: number }[]>`select id from pears where id = 3`)).toBeUndefined()
})

test('exactly one row is one, whether it was returned or changed', async () => {
  const { sql } = database
  expect(await isOne(sql`select from pears where id = 1`)).toBe(true)
  expect(await isOne(sql`update pears set id = 4 where id = 1`)).toBe(true)
  expect(await isOne(sql`update pears set id = 5 where id = 2`)).toBe(false)
  expect(await isOne(sql`delete from pears where id = 9`)).toBe(false)
})
