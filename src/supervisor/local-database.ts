import { createHmac } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { isUnreachableError } from '#store/connection/availability.ts'
import { type Database, withConnection } from '#store/connection/database.ts'
import { createDatabase } from '#store/schema/create-database.ts'
import { migrate } from '#store/schema/migrate.ts'
import { GATEWAY, grantToGateway, OWNER, type Passwords, provisionRoles } from '#store/schema/roles.ts'
import { type Cluster, openCluster, SUPERUSER } from './database-cluster.ts'
import { findPostmaster, type Postmaster, servesDirectory } from './postmaster.ts'
import { runAs } from './server-user.ts'

const ADDRESS = '127.0.0.1'
const NAME = 'tollgate'
/** Another program may take a free port before the server listens on it. */
const ATTEMPTS = 3
const LOG_TAIL_LINES = 5

export interface GatewayDatabase {
  /** `postgres://…` with a role that cannot change tables; a local one through the server's socket, cheaper than TCP. */
  readonly url: string
  /** With the tables' owner; with an operator's database equal to `url`. */
  readonly ownerUrl: string
  /** Migrates the schema. @returns the names of the applied migrations */
  migrate(): Promise<string[]>
  /** Restarts a server that died, on its port. @returns true if it had died */
  ensureRunning(): Promise<boolean>
  /** Ends open sessions, writes everything to disk and stops the server. */
  stop(): Promise<void>
}

/** Our own PostgreSQL, with the binaries from npm. */
export interface LocalDatabase extends GatewayDatabase {
  /** With the superuser, for administration of the server. */
  readonly superuserUrl: string
}

export type ServerSettings = Readonly<Record<string, string | number>>

/** Durable settings, sized for a small machine. */
const SETTINGS: ServerSettings = {
  listen_addresses: ADDRESS,
  max_connections: 200,
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Checkpoints rarely and evenly: frequent ones write full pages again and stall commits.
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  // Statement errors go to the client only, without details: a detail would quote its row.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
}

/**
 * Finds or starts the database of a DATA_DIR. Its process survives ours and the terminal's Ctrl-C, until it is stopped.
 * @param overrides for tests that may lose their data
 */
export async function startLocalDatabase(dataDir: string, overrides: ServerSettings = {}): Promise<LocalDatabase> {
  const cluster = await openCluster(dataDir)
  const settings = { ...SETTINGS, ...overrides }
  let server = await startServer(cluster, settings)
  const { port } = server
  const ownerUrl = urlOf(cluster, port, NAME, OWNER)
  return {
    url: urlOf(cluster, port, NAME, GATEWAY),
    ownerUrl,
    superuserUrl: urlOf(cluster, port, NAME),
    migrate: () => withConnection(ownerUrl, 'migrations', migrateAndGrant),
    async ensureRunning() {
      if (servesDirectory(server.pid, cluster.dataDirectory)) return false
      server = (await findPostmaster(cluster.dataDirectory)) ?? (await launch(cluster, settings, port))
      return true
    },
    stop: () => stop(cluster),
  }
}

/** Starts a server with our database. If it finds one that is stopping, the next attempt succeeds. */
async function startServer(cluster: Cluster, settings: ServerSettings): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await findPostmaster(cluster.dataDirectory)
    const server = found ?? (await launchOnFreePort(cluster, settings))
    try {
      await createDatabase(urlOf(cluster, server.port, 'postgres'), NAME)
      await withConnection(urlOf(cluster, server.port, NAME), 'setup', (sql) =>
        provisionRoles(sql, passwordsOf(cluster)),
      )
      return server
    } catch (error) {
      if (attempt < ATTEMPTS && isUnreachableError(error)) continue
      // A server that ran before this process may be in use elsewhere.
      if (!found) await stop(cluster)
      throw error
    }
  }
}

async function migrateAndGrant(sql: Database): Promise<string[]> {
  const applied = await migrate(sql)
  await grantToGateway(sql)
  return applied
}

function urlOf(cluster: Cluster, port: number, database: string, role?: typeof OWNER | typeof GATEWAY): string {
  const socket = cluster.socketDirectory && `?host=${encodeURIComponent(cluster.socketDirectory)}`
  const login = role === undefined ? `${SUPERUSER}:${cluster.password}` : `${role}:${passwordsOf(cluster)[role]}`
  return `postgres://${login}@${ADDRESS}:${port}/${database}${socket}`
}

/** Derived from the superuser's, which cannot be computed from them. */
function passwordsOf({ password }: Cluster): Passwords {
  const passwordOf = (role: string) => createHmac('sha256', password).update(role).digest('base64url')
  return { [OWNER]: passwordOf(OWNER), [GATEWAY]: passwordOf(GATEWAY) }
}

async function launchOnFreePort(cluster: Cluster, settings: ServerSettings) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(cluster, settings, await freePort())
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function launch(cluster: Cluster, settings: ServerSettings, port: number) {
  const place = { port, unix_socket_directories: `'${cluster.socketDirectory}'` }
  const options = Object.entries({ ...settings, ...place }).map(([name, value]) => `-c ${name}=${value}`)
  await removeStaleSockets(cluster)
  try {
    await pgCtl(cluster, 'start', '--log', cluster.logFile, '--options', options.join(' '))
  } catch (cause) {
    throw new Error(`The local database does not start:\n${await logTail(cluster)}`, { cause })
  }
  const server = await findPostmaster(cluster.dataDirectory)
  if (server === undefined) throw new Error(`The local database exited immediately:\n${await logTail(cluster)}`)
  return server
}

/** A killed server leaves sockets and lock files behind, which block the port for the next one. */
async function removeStaleSockets({ socketDirectory }: Cluster): Promise<void> {
  const names = socketDirectory === '' ? [] : await readdir(socketDirectory)
  const left = names.filter((name) => name.startsWith('.s.PGSQL.'))
  await Promise.all(left.map((name) => rm(join(socketDirectory, name), { force: true })))
}

async function stop(cluster: Cluster): Promise<void> {
  const server = await findPostmaster(cluster.dataDirectory)
  if (server !== undefined) await pgCtl(cluster, 'stop', '--mode', 'fast')
}

function pgCtl(cluster: Cluster, act: string, ...args: string[]): Promise<string> {
  const where = ['--pgdata', cluster.dataDirectory, '--wait', '--timeout', '600', '--silent']
  return runAs(cluster.user, cluster.binaries.pgCtl, [act, ...where, ...args])
}

async function logTail(cluster: Cluster): Promise<string> {
  const log = await readFile(cluster.logFile, 'utf8').catch(() => 'It left no log.')
  return log.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, ADDRESS, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
