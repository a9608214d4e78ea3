import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '../connection/create-database.ts'
import { withConnection } from '../connection/database.ts'
import { restoreRows } from './restore-rows.ts'

const name = `restored_${randomBytes(6).toString('hex')}`
const server = () => Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
beforeAll(() => createDatabase(server(), name))
afterAll(() => dropDatabase(server(), name))

it.each([
  ["public.people from program 'touch /tmp/taken' --", ['x'], 'There is no table'],
  ['public.people', ["person_id) from program 'touch /tmp/taken' --"], 'There is no column'],
  ['public.migrations', ['name'], 'There is no table'],
  ['pg_catalog.pg_authid', ['rolname'], 'There is no table'],
  ['public.people', [], 'There is no table'],
])('a table named %j with columns %j in a file reaches no statement', async (table, columns, words) => {
  const url = Object.assign(new URL(server()), { pathname: `/${name}` }).href
  const migrations = await withConnection(inject('templateUrl'), 'test', (sql) => {
    return sql<{ name: string; checksum: string }[]>`select name, checksum from migrations where name < '0042'`
  })
  const restored = withConnection(url, 'test', (sql) =>
    restoreRows(sql, migrations, async (empty) => void (await empty.rowsInto({ name: table, columns }))),
  )
  await expect(restored).rejects.toThrow(words)
})
