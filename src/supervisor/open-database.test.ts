import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createDatabase, dropDatabase } from '#store/connection/create-database.ts'
import { withConnection } from '#store/connection/database.ts'
import { migrate } from '#store/connection/migrate.ts'
import { openMigratedDatabase } from './open-database.ts'

// An operator's database with the two roles that docs/operate/install.md recommends.

const SET_UP = `
  alter default privileges for role tollgate_owner grant usage on schemas to tollgate_gateway;
  alter default privileges for role tollgate_owner grant select, insert, update, delete on tables to tollgate_gateway`

let name: string
beforeEach(async () => {
  name = `operators_${randomBytes(6).toString('hex')}`
  await createDatabase(urlOf('postgres'), name)
  await withConnection(urlOf(name), 'test', (sql) =>
    sql.unsafe(`alter database ${name} owner to tollgate_owner; ${SET_UP}`),
  )
})
afterEach(() => dropDatabase(urlOf('postgres'), name))

const urlOf = (database: string, base = inject('templateUrl')) =>
  Object.assign(new URL(base), { pathname: `/${database}` }).href

function start() {
  const databaseUrl = urlOf(name, inject('gatewayUrl'))
  const env = { DATABASE_URL: databaseUrl, MASTER_KEY: randomBytes(32).toString('base64') }
  return openMigratedDatabase(readConfig(env))
}

function migrateAsOwner(): Promise<string[]> {
  return withConnection(urlOf(name), 'test', async (sql) => {
    await sql`set role tollgate_owner`
    return migrate(sql)
  })
}

test('a role that changes no table starts on a database that its owner has migrated', async () => {
  await migrateAsOwner()
  const { url } = await start()
  const keys = await withConnection(
    url,
    'test',
    (sql) => sql`select current_user as name, count(*)::int from vault_keys`,
  )
  expect(keys).toEqual([{ name: 'tollgate_gateway', count: 1 }])
})

test('on a database that has to be migrated it is told who does that', async () => {
  await expect(start()).rejects.toThrow(
    'The database cannot be used: permission denied for schema public. Where it has to be migrated, run "npm run tollgate -- migrate" with the DATABASE_URL of its owner.',
  )
})
