// @module-tag full
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueClient } from '#identity/issue-client.ts'
import { type AdminApp, startAdminApp } from '../api/admin/admin-app.ts'

// `config apply` on a terminal, which `script` of util-linux provides; killed; and two of them at the same time.

const hasTerminal = spawnSync('script', ['--version']).error === undefined
const TERMINALS = 60

let app: AdminApp
let access: Record<string, string>
let folder: string
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
  folder = await mkdtemp(join(tmpdir(), 'tollgate-config-'))
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  access = { TOLLGATE_CLIENT_ID: clientId, TOLLGATE_CLIENT_SECRET: clientSecret.reveal(), DATA_DIR: '/nonexistent' }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

let count = 0
let name: string
beforeEach(() => {
  name = `Shop ${++count}`
})

let files = 0
async function fileOf(...merchants: readonly object[]): Promise<string> {
  const path = join(folder, `${++files}.json`)
  await writeFile(path, JSON.stringify({ version: 1, merchants }))
  return path
}

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>
  readonly shown: () => string
  readonly shows: (text: string) => Promise<void>
}

function start(command: string, args: readonly string[], baseUrl = app.baseUrl): Started {
  const env = { ...access, TOLLGATE_URL: baseUrl, PATH: process.env.PATH }
  const child = spawn(command, args, { env })
  started.push(child)
  const ended = once(child, 'exit')
  let shown = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (shown += text))
  const shows = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => shown.includes(text) && resolve()
      for (const output of [child.stdout, child.stderr]) output.on('data', look)
      child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${shown}`)))
      look()
    })
  return { child, ended, shown: () => shown, shows }
}

const apply = (path: string, baseUrl?: string) =>
  start(process.execPath, ['src/cli/index.ts', 'config', 'apply', path, '--yes'], baseUrl)

async function auditOf(merchant: string): Promise<string[]> {
  const rows = await app.database.sql<{ text: string }[]>`
    select action || ' ' || coalesce(changes ->> 'name', changes::text) as text from audit_log
    where merchant_id in (select merchant_id from merchants where name = ${merchant}) order by created_at`
  return rows.map(({ text }) => text)
}

describe.skipIf(!hasTerminal)('config apply on a terminal', () => {
  async function applyOnTerminal(changes: object = {}) {
    const path = await fileOf({ name, ...changes, terminals: [{ name: 'Till \u009b2J\u202e' }] })
    const command = `${process.execPath} src/cli/index.ts config apply '${path}'`
    const run = start('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'])
    await run.shows('Apply these changes? [y/N]')
    return run
  }

  it('shows the changes, asks, and applies them after y', { timeout: 60_000 }, async () => {
    const { child, ended, shown } = await applyOnTerminal()
    expect(shown()).toContain(`+ merchant "${name}"`)
    expect(await auditOf(name)).toEqual([])
    child.stdin!.write('y\r')
    expect(await ended).toEqual([0, null])
    expect(shown()).toMatch(/You will not see these again:/)
    expect((await auditOf(name)).length).toBe(2)
  })

  it('overwrites what was changed before the answer, and shows that', { timeout: 60_000 }, async () => {
    const { body } = await app.operator('POST', '/admin/merchants', { name })
    const { child, ended, shown } = await applyOnTerminal({ country: 'RO' })
    expect(shown()).toContain('country: null → "RO"')
    await app.operator('PATCH', `/admin/merchants/${body.merchant_id}`, { country: 'SE' })
    child.stdin!.write('y\r')
    expect(await ended).toEqual([0, null])
    expect(shown()).toContain('country: "SE" → "RO"')
  })

  it.each([
    ['Enter', '\r'],
    ['n', 'n\r'],
    ['a word that begins with y', 'yesterday\r'],
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('applies nothing after %s', { timeout: 60_000 }, async (_, keys) => {
    const { child, ended, shown } = await applyOnTerminal()
    child.stdin!.write(keys)
    expect(await ended).toEqual([1, null])
    expect(shown()).toContain('Nothing was applied.')
    expect(await auditOf(name)).toEqual([])
  })

  it('shows no character of a name that controls the terminal', { timeout: 60_000 }, async () => {
    const { shown } = await applyOnTerminal()
    expect(shown()).toContain('+ terminal "Till �2J�"')
    expect(shown()).not.toMatch(/[\u009b\u202e]/)
  })
})

describe('config apply that is stopped', () => {
  const names = () => [1, 2, 3].map((number) => `${name}.${number}`)

  function file(): Promise<string> {
    const terminals = Array.from({ length: TERMINALS }, (_, index) => ({ name: `Till ${index}` }))
    return fileOf(...names().map((one) => ({ name: one, country: 'RO', terminals })))
  }

  const isWhole = (audited: readonly string[]) =>
    new Set(audited).size === TERMINALS + 1 && audited.length === TERMINALS + 1

  /** Counts the changes of each merchant once nothing is being applied. */
  async function audited(): Promise<string[][]> {
    await expect.poll(applying, { timeout: 20_000 }).toEqual([])
    return Promise.all(names().map(auditOf))
  }

  /** Servers' processes of the SQL transactions that lock a configuration. */
  async function applying(): Promise<number[]> {
    const rows = await app.database.sql<{ pid: number }[]>`
      select distinct pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 5273120 and mode = 'ExclusiveLock' and datname = current_database()`
    return rows.map(({ pid }) => pid)
  }

  async function isApplying(): Promise<number> {
    for (;;) {
      const [pid] = await applying()
      if (pid !== undefined) return pid
    }
  }

  async function finish(path: string): Promise<void> {
    expect(await apply(path).ended).toEqual([0, null])
    for (const entries of await audited()) expect(isWhole(entries)).toBe(true)
    const again = apply(path)
    expect([await again.ended, again.shown()]).toEqual([[0, null], 'No difference.\n'])
  }

  it('leaves complete merchants when it is killed between two, and continues with the others', {
    timeout: 120_000,
  }, async () => {
    const path = await file()
    const { child, ended, shows } = apply(path)
    await shows(`"${names()[0]}":`)
    child.kill('SIGKILL')
    await ended
    const counts = await audited()
    expect(isWhole(counts[0]!)).toBe(true)
    expect(counts[2]).toEqual([])
    for (const entries of counts) expect(entries.length === 0 || isWhole(entries)).toBe(true)
    await finish(path)
  })

  it('leaves complete merchants when it is killed while one is applied', { timeout: 120_000 }, async () => {
    const path = await file()
    const { child, ended, shows } = apply(path)
    await shows(`"${names()[0]}":`)
    await isApplying()
    child.kill('SIGKILL')
    await ended
    for (const entries of await audited()) expect(entries.length === 0 || isWhole(entries)).toBe(true)
    await finish(path)
  })

  it('leaves nothing of a merchant whose SQL transaction is cut off', { timeout: 120_000 }, async () => {
    const path = await file()
    const run = apply(path)
    await run.shows(`"${names()[0]}":`)
    await app.database.sql`select pg_terminate_backend(${await isApplying()})`
    expect((await run.ended)[0]).toBe(1)
    const [first, ...others] = await audited()
    expect(isWhole(first!)).toBe(true)
    expect(others).toEqual([[], []])
    expect(run.shown()).toContain('merchants.1')
    await finish(path)
  })
})

describe('two gateways on one database', () => {
  it('apply two files of one merchant one after the other, each change once', { timeout: 120_000 }, async () => {
    const terminals = (prefix: string) => Array.from({ length: 20 }, (_, index) => ({ name: `${prefix} ${index}` }))
    const both = [{ name: 'Both', currencies: ['EUR'] }]
    const file = (prefix: string) => fileOf({ name, country: 'RO', terminals: [...both, ...terminals(prefix)] })
    const runs = [apply(await file('East')), apply(await file('West'), await app.secondApi())]
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ])
    const entries = await auditOf(name)
    expect(entries.toSorted()).toEqual(
      [
        `merchant.created ${name}`,
        ...[...both, ...terminals('East'), ...terminals('West')].map((terminal) => `terminal.created ${terminal.name}`),
      ].sort(),
    )
  })

  it('apply two values of one field, of which the later one stays', { timeout: 120_000 }, async () => {
    await apply(await fileOf({ name })).ended
    const [romania, sweden] = [await fileOf({ name, country: 'RO' }), await fileOf({ name, country: 'SE' })]
    const runs = [apply(romania), apply(sweden, await app.secondApi())]
    await Promise.all(runs.map(({ ended }) => ended))
    const entries = await auditOf(name)
    expect(entries.slice(1).toSorted()).toEqual([
      'merchant.changed {"country": "RO"}',
      'merchant.changed {"country": "SE"}',
    ])
    const [row] = await app.database.sql`select country from merchants where name = ${name}`
    expect(entries.at(-1)).toContain(row!.country)
  })
})
