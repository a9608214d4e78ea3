import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, withConnection } from '#store/connection/database.ts'
import { createDatabase, dropDatabase } from '#store/schema/create-database.ts'
import { migrate } from '#store/schema/migrate.ts'
import { newDataDirectory } from '#test/data-directory.ts'
import { type LocalDatabase, startLocalDatabase } from './local-database.ts'

/** Not recorded by earlier releases. */
const BASELINE = '0109-baseline.sql'

let dataDir: string
let database: LocalDatabase
let gateway: Database

beforeAll(async () => {
  dataDir = await newDataDirectory('tollgate-roles-')
  database = await start()
  await leaveAsBefore()
  await database.stop()
  database = await start()
  expect(await database.migrate()).toEqual([BASELINE])
  gateway = openDatabase(database.url, 'test', 1)
}, 60_000)
afterAll(async () => {
  await gateway.end()
  await database.stop()
  rmSync(dataDir, { recursive: true })
})

const start = () => startLocalDatabase(dataDir, { fsync: 'off' })
const asSuperuser = <T>(act: (sql: Database) => Promise<T>) => withConnection(database.superuserUrl, 'test', act)

/** A database as an earlier release left it: everything is the superuser's, and there are no other roles. */
async function leaveAsBefore(): Promise<void> {
  const server = Object.assign(new URL(database.superuserUrl), { pathname: '/postgres' }).href
  await dropDatabase(server, 'tollgate')
  await withConnection(server, 'test', (sql) => sql.unsafe('drop role tollgate_owner; drop role tollgate_gateway'))
  await createDatabase(server, 'tollgate')
  await asSuperuser(async (sql) => {
    await migrate(sql)
    await sql`delete from migrations where name = ${BASELINE}`
    await sql`insert into audit_log (audit_id, actor, action, subject) values ('aud_1', 'me', 'made', 'something')`
    await sql`create view simulator.charged as select * from simulator.charges`
    await sql`create sequence simulator.numbers`
  })
}

describe('the database of an earlier release', () => {
  test('keeps what was in it', async () => {
    expect(await gateway`select actor from audit_log`).toEqual([{ actor: 'me' }])
    expect(await database.migrate()).toEqual([])
  })

  test('belongs to the owner of migrations, every piece of it', async () => {
    const owners = await asSuperuser(
      (sql) => sql`
        select distinct owner::regrole::text from (
          select relowner from pg_class where relnamespace in ('public'::regnamespace, 'simulator'::regnamespace)
          union all select proowner from pg_proc where pronamespace in ('public'::regnamespace, 'simulator'::regnamespace)
          union all select nspowner from pg_namespace where nspname = 'simulator'
          union all select datdba from pg_database where datname = 'tollgate'
        ) as pieces (owner)`,
    )
    expect(owners).toEqual([{ owner: 'tollgate_owner' }])
  })
})

describe('the role of the gateway’s processes', () => {
  test('has no special rights, and neither has the owner', async () => {
    const roles = await asSuperuser(
      (sql) => sql`
        select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as special,
          exists (select 1 from pg_auth_members where member = pg_roles.oid) as member
        from pg_roles where rolname like 'tollgate\\_%' order by rolname`,
    )
    expect(roles).toEqual([
      { rolname: 'tollgate_gateway', special: false, member: false },
      { rolname: 'tollgate_owner', special: false, member: false },
    ])
    expect(await gateway`select current_user as name`).toEqual([{ name: 'tollgate_gateway' }])
  })

  test.each([
    'drop table transactions',
    'alter table audit_log disable trigger all',
    'alter table transactions add column more text',
    'drop trigger final_status_never_changes on transactions',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table more (id int)',
    'create schema more',
    'truncate rate_counters',
    'truncate audit_log',
    'delete from transactions',
    'delete from events',
    'update audit_log set actor = $$nobody$$',
    'delete from audit_log',
    'update ledger_entries set amount = 1',
    'update script_versions set content = $$$$',
    'insert into migrations (name, checksum) values ($$9999.sql$$, $$$$)',
    'set session_replication_role = replica',
    'set role tollgate_owner',
    'set role tollgate',
    'create role more superuser',
    'alter role tollgate_gateway superuser',
    'select rolpassword from pg_authid',
    'copy (select 1) to program $$true$$',
    'select pg_read_file($$postgresql.conf$$)',
  ])('may not %s', async (statement) => {
    await expect(gateway.unsafe(statement)).rejects.toThrow(/permission denied|must be owner|Only roles with/)
  })

  test('writes and reads what a gateway does', async () => {
    await gateway`insert into audit_log (audit_id, actor, action, subject) values ('aud_2', 'I', 'made', 'it')`
    await gateway`insert into rate_counters (name, window_start) values ('one', now())`
    await gateway`update rate_counters set hits = hits + 1`
    expect(await gateway`delete from rate_counters returning hits`).toEqual([{ hits: 2 }])
  })
})

test.each(['update audit_log set actor = $$nobody$$', 'delete from audit_log', 'truncate audit_log'])(
  'not even the superuser may %s',
  async (statement) => {
    await expect(asSuperuser((sql) => sql.unsafe(statement))).rejects.toThrow('rows of audit_log are written once')
  },
)
