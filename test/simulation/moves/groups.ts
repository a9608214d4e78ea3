import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newDataDirectory } from '#test/data-directory.ts'
import { eventually } from '#test/eventually.ts'
import {
  findInstallation,
  initialize,
  openServer,
  type PostgresServer,
  serverDirectory,
} from '#test/postgres-server.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { createGatewayDatabase } from '#test/temporary-database.ts'
import { type Group, type OneAddress, openOneAddress } from '../../full/groups/groups.ts'
import { type Admin, adminOf } from '../campaign/admin.ts'

/** All that an operator has to set in PostgreSQL. */
const LOGICAL = { wal_level: 'logical' }
/** A process that is killed loses nothing of what the operating system has; no power is cut here. */
const SETTINGS = { ...LOGICAL, max_connections: 200, shared_buffers: '64MB', fsync: 'off', jit: 'off' }
const PATIENCE_SECONDS = 60

/** A complete gateway on a PostgreSQL server of its own. */
export interface RunningGroup {
  readonly gateway: RestartableGateway
  readonly admin: Admin
  readonly masterKey: string
  /** Address with a role that sees every row. */
  readonly superuserUrl: string
  /** Reads the log of its PostgreSQL server. */
  databaseLog(): Promise<string>
  /** Kills the PostgreSQL server with kill -9 and starts it again. */
  restartDatabase(): Promise<void>
  /** Kills the supervisor alone with kill -9 and starts the gateway again once its other processes have ended. */
  restartSupervisor(): Promise<void>
  close(): Promise<void>
}

/** Two groups behind one address. */
export interface Groups extends Record<Group, RunningGroup> {
  readonly proxy: OneAddress
  close(): Promise<void>
}

/** @param env settings that both have */
export async function openGroups(env: Readonly<Record<string, string>>): Promise<Groups> {
  const open: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const each of open.reverse()) await each.close()
  }
  const keep = <T extends { close(): Promise<void> }>(each: T): T => {
    open.push(each)
    return each
  }
  try {
    const eu1 = keep(await openGroup('eu1', env))
    const us1 = keep(await openGroup('us1', env))
    const proxy = keep(await openOneAddress({ eu1: eu1.gateway.baseUrl, us1: us1.gateway.baseUrl }))
    return { eu1, us1, proxy, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param isAdopted true if its demo merchant is from before it was a group */
export async function openGroup(
  name: Group,
  env: Readonly<Record<string, string>>,
  isAdopted = false,
): Promise<RunningGroup> {
  const home = await newDataDirectory(`tollgate-${name}-`)
  const installation = await findInstallation()
  const server = await openServer(await serverDirectory(join(home, 'data'), installation), installation)
  const remove = () => rm(home, { recursive: true, force: true })
  await initialize(server.directory, installation)
  await server.start(SETTINGS)
  const { url, superuserUrl } = await createGatewayDatabase(server)
  const masterKey = randomBytes(32).toString('base64')
  const group = { MERCHANT_GROUP: name }
  const own = { ...env, MASTER_KEY: masterKey, DATABASE_URL: url, ...(!isAdopted && group) }
  const gateway = await openRestartableGateway(own).catch(async (error) => {
    await server.stop().finally(remove)
    throw error
  })
  if (isAdopted) await gateway.stop().then(() => gateway.start(group))
  return {
    gateway,
    admin: adminOf(await gateway.demo()),
    masterKey,
    superuserUrl,
    databaseLog: () => readFile(join(server.directory, 'server.log'), 'utf8'),
    restartDatabase: () => restartDatabase(server),
    restartSupervisor: () => restartSupervisor(gateway),
    async close() {
      await gateway.close()
      await server.stop().finally(remove)
    },
  }
}

/** A server refuses to start while processes of the one before it still have its memory. */
async function restartDatabase(server: PostgresServer): Promise<void> {
  server.kill()
  await eventually('PostgreSQL to start again', PATIENCE_SECONDS, () =>
    server.start(SETTINGS).then(
      () => true,
      () => false,
    ),
  )
}

async function restartSupervisor(gateway: RestartableGateway): Promise<void> {
  process.kill(gateway.supervisor(), 'SIGKILL')
  await eventually('the processes to end without their supervisor', PATIENCE_SECONDS, () =>
    fetch(`${gateway.baseUrl}/health/live`).then(
      () => false,
      () => true,
    ),
  )
  await gateway.start()
}
