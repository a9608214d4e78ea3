import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withConnection } from '../connection/database.ts'
import { createDatabase, dropDatabase } from '../schema/create-database.ts'
import type { AppliedMigration } from '../schema/migration-files.ts'
import { isEmpty, restoreRows } from './restore-rows.ts'

const name = `restored_${randomBytes(6).toString('hex')}`
const server = () => Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
beforeAll(() => createDatabase(server(), name))
afterAll(() => dropDatabase(server(), name))

const url = () => Object.assign(new URL(server()), { pathname: `/${name}` }).href
const migrationsOf = (address: string) =>
  withConnection(address, 'test', (sql) => sql<AppliedMigration[]>`select name, checksum from migrations order by name`)

it.each([
  ["public.people from program 'touch /tmp/taken' --", ['x'], 'There is no table'],
  ['public.people', ["person_id) from program 'touch /tmp/taken' --"], 'There is no column'],
  ['public.migrations', ['name'], 'There is no table'],
  ['pg_catalog.pg_authid', ['rolname'], 'There is no table'],
  ['public.people', [], 'There is no table'],
])('a table named %j with columns %j in a file reaches no statement', async (table, columns, words) => {
  const migrations = await migrationsOf(inject('templateUrl'))
  const restored = withConnection(url(), 'test', (sql) =>
    restoreRows(sql, migrations, async (empty) => void (await empty.rowsInto({ name: table, columns }))),
  )
  await expect(restored).rejects.toThrow(words)
})

/** Those that are recorded in a database of release 1.0.0. */
async function migrationsOfRelease(): Promise<AppliedMigration[]> {
  const all = await migrationsOf(inject('templateUrl'))
  const last = all.findIndex((one) => one.name === '0109-settlement-by-the-test-clock.sql')
  return all.slice(0, last + 1).filter((one) => one.name !== '0109-baseline.sql')
}

const restoreNothing = (migrations: readonly AppliedMigration[]) =>
  withConnection(url(), 'test', (sql) => restoreRows(sql, migrations, async () => undefined))

it('a backup from before release 1.0.0 is not restored, and says what to do', async () => {
  const [, ...some] = await migrationsOfRelease()
  await expect(restoreNothing(some)).rejects.toThrow(
    'Use this database or backup with commit 04387768, which is release 1.0.0, first',
  )
  expect(await withConnection(url(), 'test', isEmpty)).toBe(true)
})

it('a backup of release 1.0.0 gets the schema of the baseline', async () => {
  const migrations = await migrationsOfRelease()
  await restoreNothing(migrations)
  const restored = await migrationsOf(url())
  expect(restored).toEqual(expect.arrayContaining(migrations))
  expect(restored.map((one) => one.name)).toContain('0109-baseline.sql')
})
