import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { EXPIRING_TABLES } from '../archive/purge-expired.ts'

test('the gateway may delete rows of those tables it deletes from, and of no others', async () => {
  const database = await freshDatabase(1)
  const granted = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'simulator'::regnamespace)
      and has_table_privilege('tollgate_gateway', oid, 'delete')
    order by relname`
  await database.drop()
  expect(granted.map(({ name }) => name)).toEqual(tablesDeletedFrom('src/store'))
})

function tablesDeletedFrom(directory: string): string[] {
  // A move of a merchant has an administrator's role.
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!moves\/).*(?<!\.test)\.ts$/.test(name),
  )
  const names = files.flatMap((name) => {
    const text = readFileSync(join(directory, name), 'utf8')
    return [...text.matchAll(/delete from (\w+)/g)].map((match) => match[1]!)
  })
  return [...new Set([...names, ...EXPIRING_TABLES])].sort()
}
