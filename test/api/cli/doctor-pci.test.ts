import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkKeyCustody } from '#app/config/key-custody.ts'
import type { Finding } from '#flows/doctor/finding.ts'
import { collectEvidence } from '#flows/doctor/pci.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { createSession } from '../sessions/browser.ts'
import { tollgate } from './tollgate.ts'

const DATA_DIR = join(tmpdir(), randomUUID())
const CUSTODY = checkKeyCustody({ MASTER_KEY_COMMAND: '/usr/local/bin/master-key', DATA_DIR }, true)
const MASTER_KEY = randomBytes(32).toString('base64')

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ MASTER_KEY })
  await app.merchant.authorize()
  await createSession(app.merchant)
  await app.stopWorker()
})
afterAll(() => app.close())

async function evidence(settings: Partial<Gateway['settings']> = {}, sql = app.gateway.sql) {
  return collectEvidence({ ...app.gateway, sql, settings: { ...app.gateway.settings, ...settings } }, [], CUSTODY)
}

/** Findings of a check, as `requirement ok message`. */
async function found(check: string, ...from: Parameters<typeof evidence>) {
  const lines = (await evidence(...from)).filter((finding) => finding.check === check)
  return lines.map(({ requirement, ok, message }) => `${requirement} ${ok ? 'yes' : 'no'} ${message}`)
}

it('finds nothing wrong with a well-kept installation in production', async () => {
  const { sql } = app.database
  await sql`insert into last_backup (taken_at) values (now() - interval '1 hour')`
  await sql`insert into page_check (due_at, checked_at) values (now(), now() - interval '3 hours')`
  const settings = { realm: 'production', baseUrl: 'https://pay.example.com', dashboardMfa: 'required' } as const
  const findings = await evidence({ ...settings, trustedProxies: ['10.0.0.1'] })
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  expect(findings.map(({ requirement, check }) => `${requirement} ${check}`)).toEqual(
    expect.arrayContaining([
      '3.2.1 retention',
      '3.3.1 security codes',
      '3.5.1 plain card numbers',
      '3.7.4 keys',
      '3.7.5 master key',
      '3.7.6 key custody',
      '4.2.1 address',
      '4.2.1 database',
      '6.3.3 versions',
      '6.5.3 realm',
      '7.2.5 database role',
      '8.2.8 idle sign-ins',
      '8.4.2 second factors',
      '10.3.2 audit log',
      '10.3.3 backup',
      '10.6.1 clock',
      '11.6.1 payment pages',
    ]),
  )
  await sql`delete from last_backup`
  await sql`delete from page_check`
})

it('says what an installation lacks, and what to do', async () => {
  const { sql } = app.database
  expect(await found('realm')).toEqual([expect.stringMatching(/^6\.5\.3 no .*REALM=production/)])
  expect(await found('address')).toEqual([
    expect.stringMatching(/^4\.2\.1 no http:.*; set BASE_URL to an https address\.$/),
  ])
  expect(await found('second factors')).toEqual(['8.4.2 no optional; set DASHBOARD_MFA=required.'])
  expect(await found('idle sign-ins', { dashboardIdleSeconds: 3600 })).toEqual([expect.stringContaining('8.2.8 no')])
  expect(await found('backup')).toEqual([expect.stringMatching(/^10\.3\.3 no last never; make one/)])
  expect(await found('payment pages')).toEqual([expect.stringMatching(/^11\.6\.1 no last checked never; see/)])
  // The owner of the tables may change everything.
  expect(await found('audit log', {}, sql)).toEqual([expect.stringMatching(/^10\.3\.2 no can be changed.*two roles/)])
  expect(await found('database role', {}, sql)).toEqual([expect.stringMatching(/^7\.2\.5 no It owns the tables/)])
})

it('names keys older than a year, and security codes that are late', async () => {
  const { sql } = app.database
  await sql`update encryption_keys set created_at = created_at - interval '400 days'`
  expect(await found('keys')).toEqual([expect.stringMatching(/^3\.7\.4 no oldest made .*; run keys rotate/)])
  await sql`insert into forgotten_secrets (forgotten_at) values (now() - interval '10 minutes')`
  expect(await found('security codes')).toEqual([expect.stringMatching(/^3\.3\.1 no erased at most 60\d s late; see/)])
  await sql`delete from forgotten_secrets`
})

it('names the columns with card numbers in plain text, not the number', async () => {
  const { sql } = app.database
  expect(await found('plain card numbers')).toEqual(['3.5.1 yes none in the newest rows'])
  await sql`update merchants set name = 'Paid with 4111 1111 1111 1111'`
  const lines = await found('plain card numbers')
  await sql`update merchants set name = 'Larkspur Coffee'`
  expect(lines).toEqual([expect.stringMatching(/^3\.5\.1 no maybe in merchants\.name; find out/)])
})

it('lists the platform’s people with role, second factor and review', async () => {
  const { sql } = app.database
  await sql`
    insert into people (person_id, email, name) values ('per_1', 'ada@example.com', 'Ada'), ('per_2', 'bo@example.com', 'Bo')`
  await sql`
    insert into memberships (person_id, role, reviewed_at) values
      ('per_1', 'platform-admin', now()), ('per_2', 'platform-support', now() - interval '8 months')`
  await sql`
    insert into passkeys (credential_id, person_id, public_key, name, counter)
    select 'c' || person_id, person_id, '\\x00', 'key', 0 from people where person_id in ('per_1', 'per_2')`
  expect(await found('ada@example.com')).toEqual([
    expect.stringMatching(/^7\.2\.4 yes platform-admin, has a second factor, reviewed 20/),
  ])
  expect(await found('bo@example.com')).toEqual([
    expect.stringMatching(/^7\.2\.4 no platform-support, has a second factor/),
  ])
  await sql`delete from passkeys`
  expect(await found('ada@example.com')).toEqual([
    expect.stringMatching(/^7\.2\.4 no platform-admin, no second factor/),
  ])
})

it('prints the evidence by requirement with each script and its reason, and ends with 1 on what is missing', async () => {
  const env = { MASTER_KEY, DATABASE_URL: app.database.url, BASE_URL: app.baseUrl }
  const { code, out } = await tollgate(env, 'doctor', '--pci', '--json')
  const items: Finding[] = JSON.parse(out).items
  expect(code).toBe(1)
  const numbers = items.map(({ requirement }) => requirement!)
  expect(numbers.indexOf('3.7.6')).toBeLessThan(numbers.indexOf('10.3.2'))
  expect(items).toContainEqual({
    ok: true,
    requirement: '6.4.3',
    check: expect.stringMatching(/\/assets\/card-frame-main-\w+\.js$/),
    message: expect.stringContaining('Draws the card fields'),
  })
  expect((await tollgate(env, 'doctor', '--pci')).out).toMatch(/^ok +requirement +check +message\n(yes|no) +3\./)
})

it('a whole key in clear text does not meet 3.7.6; a dashboard alone has none', () => {
  expect(checkKeyCustody({ MASTER_KEY }, true)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/whole key/),
  })
  expect(checkKeyCustody({ PROCESSES: 'dashboard' }, true)).toMatchObject({ ok: true })
})

it.each([
  ['shares', { MASTER_KEY_FILE: '/a,/b' }],
  ['a command', { MASTER_KEY_COMMAND: 'unwrap' }],
])('%s do not meet 3.7.6 beside the key that uat made, which is to be deleted', (_what, source) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tollgate-custody-'))
  const key = join(DATA_DIR, 'master-key')
  writeFileSync(key, MASTER_KEY)
  const custody = () => checkKeyCustody({ ...source, DATA_DIR }, true)
  expect(custody()).toMatchObject({ ok: false, message: expect.stringMatching(`${key} has a whole key.*Delete it`) })
  rmSync(key)
  expect(custody()).toMatchObject({ ok: true })
  rmSync(DATA_DIR, { recursive: true })
})
