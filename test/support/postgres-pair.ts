import { chown, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, withConnection } from '../../src/store/connection/database.ts'
import { createDatabase } from '../../src/store/schema/create-database.ts'
import { runAs } from '../../src/supervisor/server-user.ts'
import { newDataDirectory } from './data-directory.ts'
import { eventually } from './eventually.ts'
import {
  findInstallation,
  type Installation,
  initialize,
  openServer,
  type PostgresServer,
  serverDirectory,
} from './postgres-server.ts'
import { openTcpProxy } from './tcp-proxy.ts'

const NAME = 'tollgate'
const STANDBY = 'standby'
const SETTINGS = {
  max_connections: 100,
  shared_buffers: '64MB',
  synchronous_commit: 'on',
  // A process that is killed loses nothing of what the operating system has; no power is cut here.
  fsync: 'off',
  // A standby may come late and read what was written meanwhile.
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '200ms',
}
/** The primary is taken for dead once so many connections in a row were refused, one each tenth of a second. */
const REFUSALS = 3
const PROBE_MS = 100
const PATIENCE_SECONDS = 60

export interface FailoverKind {
  /** True if a commit waits for the standby. */
  readonly isSynchronous: boolean
  /** Delay of replication before the primary's death; delayed changes never arrive. */
  readonly lagMs: number
}

/** When it happened, as `Date.now()`. */
export interface Failover {
  readonly killedAt: number
  readonly promotedAt: number
}

/** A primary, its standby, and an address that leads to the one that takes writes. */
export interface ReplicatedPostgres {
  /** Of the gateways' database, at the address that follows the primary. */
  readonly url: string
  /** PostgreSQL's major version. */
  readonly version: number
  /** Has a standby follow the primary; commits wait for it where they should. */
  addStandby(): Promise<void>
  /** Kills the primary; the standby is promoted once that was noticed. */
  failOver(): Promise<Failover>
  close(): Promise<void>
}

/** A pair whose standby has a known address, too. */
export interface PostgresPair extends ReplicatedPostgres {
  /** URL of a database at the standby, for reading. */
  standbyUrl(): string
}

/** A PostgreSQL that can be lost, on the binaries that the packages bring (or those in `TEST_POSTGRES_BIN`). */
export async function openPostgresPair({ isSynchronous, lagMs }: FailoverKind): Promise<PostgresPair> {
  const installation = await findInstallation()
  const home = await newDataDirectory('tollgate-pair-')
  let made = 0
  let standby: PostgresServer | undefined
  let primary = await openServer(await nextDirectory(), installation)
  const [gateways, replication] = await Promise.all([
    openTcpProxy(() => primary.port),
    openTcpProxy(() => primary.port),
  ])

  function nextDirectory() {
    made += 1
    return serverDirectory(join(home, `server-${made}`), installation)
  }

  /** Copies the primary while it works. */
  async function addStandby(): Promise<void> {
    const copy = await openServer(await nextDirectory(), installation)
    const onPrimary = <T>(act: (sql: Database) => Promise<T>) => withConnection(primary.urlOf(NAME), 'pair', act)
    await onPrimary((sql) => copyBase(sql, primary.directory, copy.directory, installation))
    const { username, password } = new URL(primary.urlOf(NAME))
    const source = `host=127.0.0.1 port=${replication.port} user=${username} password=${password}`
    await copy.start({ ...SETTINGS, primary_conninfo: `${source} application_name=${STANDBY}` })
    if (isSynchronous) await onPrimary(waitForStandbys)
    await eventually('the standby to follow', PATIENCE_SECONDS, () => onPrimary(isFollowed(isSynchronous)))
    standby = copy
  }

  async function failOver(): Promise<Failover> {
    const dead = primary
    const heir = standby!
    if (lagMs > 0) replication.hold()
    await sleep(lagMs)
    const killedAt = Date.now()
    dead.kill()
    replication.cut()
    await noticeDeath(dead.port)
    await withConnection(heir.urlOf(NAME), 'pair', (sql) => sql`select pg_promote(true, ${PATIENCE_SECONDS})`)
    const promotedAt = Date.now()
    primary = heir
    standby = undefined
    await rm(dead.directory, { recursive: true, force: true })
    return { killedAt, promotedAt }
  }

  await initialize(primary.directory, installation)
  await primary.start(SETTINGS)
  await createDatabase(primary.urlOf('postgres'), NAME)
  return {
    url: primary.urlOf(NAME).replace(`:${primary.port}/`, `:${gateways.port}/`),
    version: installation.majorVersion,
    standbyUrl: () => standby!.urlOf(NAME),
    addStandby,
    failOver,
    async close() {
      await Promise.all([standby?.stop(), primary.stop()])
      await Promise.all([gateways.close(), replication.close()])
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The packages bring no pg_basebackup: this is what it does, by the server's own functions. */
async function copyBase(sql: Database, source: string, target: string, { user }: Installation): Promise<void> {
  await sql`select pg_backup_start('standby', true)`
  await runAs(user, 'sh', ['-c', COPY, source, target])
  const [backup] = await sql<[{ labelfile: string }]>`select labelfile from pg_backup_stop(false)`
  for (const [name, text] of [
    ['backup_label', backup.labelfile],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(target, name), text)
    if (user) await chown(join(target, name), user.uid, user.gid)
  }
}

/** Files change and vanish meanwhile, of which tar warns by ending with 1. The log comes from the primary itself. */
const COPY = `
  tar -C "$0" --exclude='./pg_wal/*' --exclude='./postmaster.*' --exclude=./server.log -cf "$1/base.tar" . 2> /dev/null
  [ $? -le 1 ] && tar -C "$1" -xf "$1/base.tar" && rm "$1/base.tar"`

async function waitForStandbys(sql: Database): Promise<void> {
  await sql.unsafe(`alter system set synchronous_standby_names = '${STANDBY}'`)
  await sql`select pg_reload_conf()`
}

function isFollowed(isSynchronous: boolean): (sql: Database) => Promise<boolean> {
  return async (sql) => {
    const rows = await sql<{ state: string; sync_state: string }[]>`select state, sync_state from pg_stat_replication`
    return rows.some(({ state, sync_state }) => state === 'streaming' && (!isSynchronous || sync_state === 'sync'))
  }
}

async function noticeDeath(port: number): Promise<void> {
  for (let refused = 0; refused < REFUSALS; ) {
    refused = (await isRefused(port)) ? refused + 1 : 0
    await sleep(PROBE_MS)
  }
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('error', () => resolve(true)).once('connect', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })
}
