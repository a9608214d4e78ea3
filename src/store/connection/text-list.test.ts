import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database?.drop())

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'NULL', 'null', ' ', '{}', ',', '"', '\\', '\\"', '\n'),
)
const storable = text.filter((each) => !each.includes('\0') && each.isWellFormed())

it('a list of texts comes back from the database as it went there, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(storable, { maxLength: 6 }), async (list) => {
      const [row] = await database.sql`
        select ${list}::text[] as list, cardinality(${list}::text[]) as size, array(select unnest(${list}::text[])) as own`
      expect(row).toEqual({ list, size: list.length, own: list })
    }),
  )
})
