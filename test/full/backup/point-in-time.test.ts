// @module-tag full
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import {
  findBrokenFollowUpSums,
  findBrokenHolds,
  findBrokenJournals,
  findBrokenTotals,
} from '#store/ledger/ledger-verification.ts'
import { everything } from '#store/ledger/proof-scope.ts'
import { createDatabase } from '#store/schema/create-database.ts'
import { migrate } from '#store/schema/migrate.ts'
import { eventually } from '#test/eventually.ts'
import { newTrader, type Trader } from '#test/ledger.ts'
import {
  findInstallation,
  type Installation,
  initialize,
  openServer,
  type PostgresServer,
  serverDirectory,
} from '#test/postgres-server.ts'
import { runAs } from '../../../src/supervisor/server-user.ts'

// A PostgreSQL of one's own is brought back to a moment by the lines that stand in docs/operate/backups.md#to-any-moment.

const BINARIES = '/usr/lib/postgresql/15/bin'
const isThere = ['pg_basebackup', 'pg_ctl'].every((program) => existsSync(join(BINARIES, program)))
if (!isThere) console.warn('Skipped: there is no PostgreSQL 15 here; "apt install postgresql-15" brings one.')

const NAME = 'tollgate'

let installation: Installation
let home: string
let section: string
let alive: PostgresServer | undefined
const connections: Database[] = []
beforeAll(async () => {
  if (!isThere) return
  installation = await findInstallation(BINARIES)
  home = await mkdtemp(join(tmpdir(), 'tollgate-moment-'))
  await chmod(home, 0o755)
  const page = await readFile('docs/operate/backups.md', 'utf8')
  section = page.split('\n## To any moment\n')[1]!.split('\n## ')[0]!
}, 60_000)
afterAll(async () => {
  await Promise.all(connections.map((sql) => sql.end()))
  await alive?.stop()
  if (home) await rm(home, { recursive: true, force: true })
})

it.skipIf(!isThere)(
  'what was approved before the moment is back, nothing after it, and payments go on',
  {
    timeout: 120_000,
  },
  async () => {
    const [archiving, recovering] = settingsOf(section)
    const archive = await serverDirectory(join(home, 'archive'), installation)
    const base = await serverDirectory(join(home, 'base'), installation)
    const lost = await openServer(await serverDirectory(join(home, 'lost'), installation), installation)
    await initialize(lost.directory, installation)
    await lost.start(inFolder(archiving!, archive))
    alive = lost
    await createDatabase(lost.urlOf('postgres'), NAME)
    const sql = open(lost.urlOf(NAME))
    await migrate(sql)
    const shop = await newTrader(sql)
    await pay(shop)
    await runAs(installation.user, join(BINARIES, 'pg_basebackup'), [
      `--dbname=${lost.urlOf(NAME)}`,
      ...optionsOf(base),
    ])
    await pay(shop)
    const [{ moment }] = await sql<[{ moment: string }]>`select clock_timestamp()::text as moment`
    await pay(shop)
    const [{ file }] = await sql<[{ file: string }]>`select pg_walfile_name(pg_switch_wal()) as file`
    await eventually('the log is archived', 30, async () => existsSync(join(archive, file)))
    lost.kill()
    alive = undefined

    const found = await openServer(await serverDirectory(join(home, 'found'), installation), installation)
    await runAs(installation.user, 'tar', ['-xzf', join(base, 'base.tar.gz'), '-C', found.directory])
    await writeFile(join(found.directory, 'recovery.signal'), '')
    if (installation.user)
      await chown(join(found.directory, 'recovery.signal'), installation.user.uid, installation.user.gid)
    await found.start({ ...inFolder(recovering!, archive), recovery_target_time: moment })
    alive = found
    const again = open(found.urlOf(NAME))
    await eventually('the server takes writes', 30, async () => {
      const [{ recovering: isRecovering }] = await again<
        [{ recovering: boolean }]
      >`select pg_is_in_recovery() as recovering`
      return !isRecovering
    })
    expect(await approvedIn(again)).toBe(2)
    await pay(await newTrader(again))
    expect(await approvedIn(again)).toBe(3)
    const checks = [findBrokenJournals, findBrokenHolds, findBrokenFollowUpSums, findBrokenTotals]
    for (const check of checks) expect(await check(again, everything(again))).toEqual([])
    expect(await again`select 1 from authentication_secrets`).toHaveLength(0)
  },
)

function open(url: string): Database {
  const sql = openDatabase(url, 'moment', 2)
  connections.push(sql)
  return sql
}

async function pay(shop: Trader): Promise<void> {
  await shop.finish({ transaction: await shop.begin('PURCHASE', 1250n), approved: true })
}

async function approvedIn(sql: Database): Promise<number> {
  const rows = await sql`select 1 from transactions where status = 'APPROVED'`
  return rows.length
}

type Settings = Readonly<Record<string, string>>

/** The blocks of settings in the order in which they stand there. */
function settingsOf(text: string): Settings[] {
  const blocks = [...text.matchAll(/^```ini\n(.*?)^```$/gms)].map(([, block]) => block!)
  return blocks.map((block) => {
    const lines = [...block.matchAll(/^(\w+) = '?([^'#\n]*[^'# \n])'?/gm)]
    return Object.fromEntries(lines.map(([, name, value]) => [name!, value!]))
  })
}

function inFolder(settings: Settings, archive: string): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replaceAll('/archive', archive)]),
  )
}

/** Of the command that stands there, into another folder, and without waiting for the server's next checkpoint. */
function optionsOf(folder: string): string[] {
  const [, options] = /^pg_basebackup (.*?)(?: +#.*)?$/m.exec(section)!
  const here = options!.split(' ').map((option) => option.replace(/^--pgdata=.*/, `--pgdata=${folder}`))
  return [...here, '--checkpoint=fast']
}
