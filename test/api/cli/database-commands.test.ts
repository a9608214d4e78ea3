// @module-tag full
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '#store/schema/create-database.ts'
import { fetchToken } from '#test/test-merchant.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { tollgate } from './tollgate.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

it('operator create needs only DATABASE_URL; its credentials work, and the audit log knows', async () => {
  const { code, out } = await tollgate({ DATABASE_URL: app.database.url }, 'operator', 'create', '--json')
  expect(code).toBe(0)
  const { client_id, client_secret } = JSON.parse(out)
  const token = await fetchToken(app.baseUrl, client_id, client_secret)
  const answer = await fetch(`${app.baseUrl}/admin/audit-log`, { headers: { authorization: `Bearer ${token}` } })
  const { items } = (await answer.json()) as { items: object[] }
  expect(items[0]).toMatchObject({ action: 'operator.created', subject: client_id })
})

it('migrate brings an empty database up to date and then has nothing to do', async () => {
  const server = Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
  const name = `empty_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name)
  const DATABASE_URL = Object.assign(new URL(server), { pathname: `/${name}` }).href
  try {
    expect(await tollgate({ DATABASE_URL }, 'operator', 'create')).toEqual({
      code: 1,
      out: '',
      err: 'The database has no schema yet; run "npm run tollgate -- migrate" first.\n',
    })
    const first = await tollgate({ DATABASE_URL }, 'migrate', '--json')
    expect(JSON.parse(first.out).applied).toContain('0109-baseline.sql')
    const again = await tollgate({ DATABASE_URL }, 'migrate', '--json')
    expect(JSON.parse(again.out)).toEqual({ applied: [] })
  } finally {
    await dropDatabase(server, name)
  }
})

it('a database of another realm is refused by every command, and stays as it is', async () => {
  const { sql, url: DATABASE_URL } = app.database
  const state = () => sql`
    select (select count(*) from migrations) as migrations, (select count(*) from clients) as clients,
      (select realm from database_realm) as realm`
  await sql`insert into database_realm (realm) values ('production')`
  const before = await state()
  for (const args of ['migrate', 'operator create', 'backup /nonexistent/backup']) {
    for (const realm of [{}, { REALM: 'uat' }, { REALM: '' }] as Record<string, string>[]) {
      const { code, out, err } = await tollgate({ DATABASE_URL, ...realm }, ...args.split(' '))
      expect([args, code, out, err.trim().split('\n').length]).toEqual([args, 1, '', 1])
      expect(err).toMatch(/^REALM |REALM is uat, but this database belongs to production/)
    }
  }
  expect(await state()).toEqual(before)
  await sql`delete from database_realm`
})

it.each([
  [{ REALM: 'production' }, 'DATABASE_URL must be set in production.'],
  [
    { DATABASE_URL: 'mysql://db' },
    'DATABASE_URL must be a URL of one server such as postgres://user:password@host:5432/database.',
  ],
  [
    { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/t' },
    'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  ],
])('%j is one clear line and exit code 1', async (env, line) => {
  expect(await tollgate(env as Record<string, string>, 'migrate')).toEqual({ code: 1, out: '', err: `${line}\n` })
})

it.each(['verify-backup', 'restore'])('%s of a file that does not exist says so in one line', async (verb) => {
  const err = '/nonexistent/gone.backup does not exist. Enter the path of a backup.\n'
  expect(await tollgate({}, verb, '/nonexistent/gone.backup')).toEqual({ code: 1, out: '', err })
})

it('a backup that is complete is recorded for the metric of its age', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-backup-'))
  const env = { DATABASE_URL: app.database.url, DATA_DIR: directory }
  expect(await tollgate(env, 'backup', join(directory, 'one.backup'))).toMatchObject({ code: 0, err: '' })
  const recorded = await app.database.sql`select taken_at > now() - interval '2 minutes' as is_new from last_backup`
  expect(recorded).toEqual([{ is_new: true }])
  await rm(directory, { recursive: true })
})
