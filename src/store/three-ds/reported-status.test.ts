import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

// While an upgrade is in progress the old release writes one name of the column and the new one the other.

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database?.drop())

type Name = 'brought_status' | 'reported_status'

function insert(id: string, name: Name, value: string | null) {
  return database.sql`
    insert into authentications (merchant_id, three_ds_server_trans_id, transaction_id, attempt_id, round, step,
      message_version, fingerprint_digest, ${database.sql(name)}, created_at, updated_at)
    values ('mer_1', ${id}, 'trx_1', 'att_1', 1, 'CHALLENGE', '2.2.0', '', ${value}, now(), now())`
}

const write = (id: string, name: Name, value: string | null) =>
  database.sql`update authentications set ${database.sql(name)} = ${value} where three_ds_server_trans_id = ${id}`

async function read(id: string) {
  const rows = await database.sql`
    select brought_status, reported_status from authentications where three_ds_server_trans_id = ${id}`
  return Object.values(rows[0]!)
}

it.each<[Name, Name]>([
  ['brought_status', 'reported_status'],
  ['reported_status', 'brought_status'],
])('what is written as %s is read as %s, and the other way round', async (one, other) => {
  await insert(one, one, 'Y')
  expect(await read(one)).toEqual(['Y', 'Y'])
  await write(one, one, 'N')
  expect(await read(one)).toEqual(['N', 'N'])
  await write(one, other, 'U')
  expect(await read(one)).toEqual(['U', 'U'])
  await write(one, one, null)
  expect(await read(one)).toEqual([null, null])
})
