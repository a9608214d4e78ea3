import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { countWrappedUnderOthers, listUnderOtherMasterKeys, WRAPPED_KINDS, WRAPPED_PLACES } from './wrapped-values.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Under a merchant's data key, which a rotation replaces as well. */
const UNDER_A_DATA_KEY = 'payment_methods.sealed_card'

it('a rotation knows every sealed column of the schema', async () => {
  const columns = await database.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like 'sealed%'`
  const known = Object.values(WRAPPED_PLACES).map(({ table, column }) => `${table}.${column}`)
  expect([...known, UNDER_A_DATA_KEY].sort()).toEqual(columns.map(({ name }) => name).sort())
})

it('every kind is named by the whole primary key of its table', async () => {
  for (const { table, key } of Object.values(WRAPPED_PLACES)) {
    const rows = await database.sql<{ name: string }[]>`
      select attname as name from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = ${table}::regclass and indisprimary`
    expect(rows.map(({ name }) => name).sort(), table).toEqual([...key].sort())
  }
})

it('values under another key are found batch by batch, each once, and those under this key never', async () => {
  const wrappedUnder = (id: string) => Buffer.concat([Buffer.of(1), Buffer.from(id, 'hex'), Buffer.alloc(40)])
  const [mine, other] = ['00000001', '00000002']
  const rows = Array.from({ length: 50 }, (_, at) => ({
    merchant_id: `mer_${at % 3}`,
    method: 'POST',
    path: `/api/${at % 2}`,
    key: `key ${at}`,
    body_digest: Buffer.alloc(32),
    sealed_answer: at % 5 === 0 ? null : wrappedUnder(at % 5 === 1 ? mine : other),
  }))
  for (const { merchant_id, method, path, key, body_digest, sealed_answer } of rows)
    await database.sql`
      insert into idempotency_keys (merchant_id, method, path, key, body_digest, sealed_answer)
      values (${merchant_id}, ${method}, ${path}, ${key}, ${body_digest}, ${sealed_answer})`
  const found: string[] = []
  for (let after: readonly string[] | undefined; ; ) {
    const batch = await listUnderOtherMasterKeys(database.sql, 'firstAnswers', mine, after, 7)
    if (batch.length === 0) break
    found.push(...batch.map(({ id }) => id.join(' ')))
    after = batch.at(-1)!.id
  }
  const expected = rows.filter(({ sealed_answer }) => sealed_answer?.equals(wrappedUnder(other)))
  expect(found.toSorted()).toEqual(
    expected.map(({ merchant_id, method, path, key }) => [merchant_id, method, path, key].join(' ')).toSorted(),
  )
  expect(await countWrappedUnderOthers(database.sql, 'firstAnswers', mine)).toBe(expected.length)
  const others = WRAPPED_KINDS.filter((kind) => kind !== 'firstAnswers')
  for (const kind of others) expect(await countWrappedUnderOthers(database.sql, kind, mine)).toBe(0)
})
