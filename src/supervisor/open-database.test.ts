import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { setGroup } from '#domain/group.ts'
import { newId } from '#domain/ids.ts'
import { type Database, withConnection } from '#store/connection/database.ts'
import { createDatabase, dropDatabase } from '#store/schema/create-database.ts'
import { migrate } from '#store/schema/migrate.ts'
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

const MASTER_KEY = randomBytes(32).toString('base64')

function start(settings: Record<string, string> = {}, role: 'gatewayUrl' | 'templateUrl' = 'gatewayUrl') {
  const databaseUrl = urlOf(name, inject(role))
  return openMigratedDatabase(readConfig({ DATABASE_URL: databaseUrl, MASTER_KEY, ...settings }))
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
  expect(keys).toEqual([{ name: 'tollgate_gateway', count: 2 }])
})

test('on a database that has to be migrated the error names the command', async () => {
  await expect(start()).rejects.toThrow(
    'The database cannot be used: permission denied for schema public. Where it has to be migrated, run "npm run tollgate -- migrate" with the DATABASE_URL of its owner.',
  )
})

describe('a database remembers its realm', () => {
  const PRODUCTION = { REALM: 'production', BASE_URL: 'https://pay.example.com' }
  const owned = <T>(act: (sql: Database) => Promise<T>) => withConnection(urlOf(name), 'test', act)
  const applied = () => owned((sql) => sql`select name from migrations order by name`)
  const REFUSED = /REALM is uat, but this database belongs to production/

  test('from its first start, and refuses another one before anything is changed', async () => {
    await start(PRODUCTION, 'templateUrl')
    await expect(start({}, 'templateUrl')).rejects.toThrow(REFUSED)
    await start(PRODUCTION, 'templateUrl')
    await owned((sql) => sql`update database_realm set realm = 'uat'`)
    await expect(start(PRODUCTION, 'templateUrl')).rejects.toThrow(
      'REALM is production, but this database belongs to uat',
    )
  })

  test.each([
    ['live', PRODUCTION, {}],
    ['test', {}, PRODUCTION],
  ])('that a release before did not record, by its client keys: %s', async (kind, own, other) => {
    await migrateAsOwner()
    await owned(async (sql) => {
      await sql`drop table database_realm`
      await sql`delete from migrations where name >= '0149'`
      await sql`insert into merchants (merchant_id, name, client_key) values ('mer_1', 'Shop', ${`${kind}_1`})`
    })
    const before = await applied()
    await expect(start(other, 'templateUrl')).rejects.toThrow('belongs to')
    expect(await applied()).toEqual(before)
    await start(own, 'templateUrl')
    expect(await owned((sql) => sql`select realm from database_realm`)).toEqual([
      { realm: kind === 'live' ? 'production' : 'uat' },
    ])
  })

  test('that it belonged to before a start in the other one left a demo in it', async () => {
    await migrateAsOwner()
    await owned(
      (sql) => sql`insert into merchants (merchant_id, name, client_key)
        values ('mer_1', 'Shop', 'live_1'), ('mer_2', 'Demo', 'test_2')`,
    )
    await expect(start()).rejects.toThrow(REFUSED)
    await start(PRODUCTION)
  })

  test('of one of two first starts', { tags: ['full'] }, async () => {
    await migrateAsOwner()
    const starts = await Promise.allSettled([start(), start(PRODUCTION)])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a database in which a group of merchants lives', () => {
  beforeEach(migrateAsOwner)
  afterEach(() => setGroup(undefined))

  test('takes no other group, and says what to do', async () => {
    await start({ MERCHANT_GROUP: 'eu1' })
    await expect(start({ MERCHANT_GROUP: 'us1' })).rejects.toThrow(
      'MERCHANT_GROUP is us1, but in this database lives the group eu1. Start with the DATABASE_URL of us1, or with MERCHANT_GROUP=eu1.',
    )
  })

  test('is not migrated by another group', async () => {
    await start({ MERCHANT_GROUP: 'eu1' })
    const applied = () => withConnection(urlOf(name), 'test', (sql) => sql`select name from migrations order by name`)
    await withConnection(urlOf(name), 'test', (sql) => sql`delete from migrations where name = '0109-baseline.sql'`)
    const before = await applied()
    await expect(start({ MERCHANT_GROUP: 'us1' }, 'templateUrl')).rejects.toThrow('lives the group eu1')
    expect(await applied()).toEqual(before)
  })

  test('goes on with its group, also by a process that names none', async () => {
    await start({ MERCHANT_GROUP: 'eu1' })
    await start({ MERCHANT_GROUP: 'eu1' })
    setGroup(undefined)
    await start()
    expect(newId('mer')).toMatch(/^mer_eu1_/)
  })

  test('may be given one later, as long as it has none', { tags: ['full'] }, async () => {
    await start()
    expect(newId('mer')).toMatch(/^mer_[0-9A-Za-z]{27}$/)
    await start({ MERCHANT_GROUP: 'eu1' })
    expect(newId('mer')).toMatch(/^mer_eu1_/)
  })

  test('is given none by a gateway with another master key', async () => {
    await start()
    const stranger = { MERCHANT_GROUP: 'us1', MASTER_KEY: randomBytes(32).toString('base64') }
    await expect(start(stranger)).rejects.toThrow('MASTER_KEY is not the key')
    await start({ MERCHANT_GROUP: 'eu1' })
  })

  test('belongs to one of two that start concurrently', { tags: ['full'] }, async () => {
    await start()
    const starts = await Promise.allSettled(['eu1', 'us1'].map((group) => start({ MERCHANT_GROUP: group })))
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
