import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type CitusCluster, moveShardsOf, startCitusCluster } from '#test/citus-cluster.ts'
import { newDataDirectory } from '#test/data-directory.ts'
import { eventually } from '#test/eventually.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import type { RestartableGateway } from '../../support/restartable-gateway.ts'

/** What the payments of a campaign are recorded in. */
export interface CampaignDatabase {
  /** What a gateway is started with. */
  readonly env: Readonly<Record<string, string>>
  /** The auditor's connections, one pool for each server; the first one sees all rows. */
  readonly servers: readonly [Database, ...Database[]]
  readonly isDistributed: boolean
  /** Ends a server at once, which is started again. @returns what was done */
  kill(which: number): Promise<string>
  /** Moves the shards of a merchant to another server. @returns what was done */
  moveShards(which: number): Promise<string>
  close(): Promise<void>
}

const CONNECTIONS = 2
const AWAY_MS = 1500
const START_SECONDS = 60

/** The one that a gateway keeps in its DATA_DIR; its supervisor starts it again. */
export async function localDatabaseOf(gateway: RestartableGateway): Promise<CampaignDatabase> {
  const { superuserUrl } = await startLocalDatabase(gateway.dataDir)
  const sql = openDatabase(superuserUrl, 'auditor', CONNECTIONS)
  return {
    env: {},
    servers: [sql],
    isDistributed: false,
    async kill() {
      await gateway.killDatabase()
      return 'kill -9 of the database server'
    },
    moveShards: async () => 'no shards to move',
    close: () => sql.end(),
  }
}

/** A coordinator and two servers, where `TEST_CITUS_BIN` names a PostgreSQL with Citus. */
export async function openDistributedDatabase(): Promise<CampaignDatabase> {
  const directory = await newDataDirectory('tollgate-distributed-')
  const cluster = await startCitusCluster(directory)
  const { pathname } = new URL(cluster.superuserUrl)
  const [coordinator, ...others] = cluster.servers.map((server) =>
    openDatabase(server.urlOf(pathname.slice(1)), 'auditor', CONNECTIONS),
  )
  const servers = [coordinator!, ...others] as const
  return {
    env: { DATABASE_URL: cluster.url },
    servers,
    isDistributed: true,
    kill: (which) => killOneOf(cluster, which),
    moveShards: (which) => moveOne(servers[0], which),
    async close() {
      await Promise.all(servers.map((sql) => sql.end()))
      await cluster.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function killOneOf({ servers, start }: CitusCluster, which: number): Promise<string> {
  const number = which % servers.length
  const server = servers[number]!
  server.kill()
  await sleep(AWAY_MS)
  // Its lock file counts until the system has done away with the process.
  await eventually('the server to start again', START_SECONDS, () =>
    start(server).then(
      () => true,
      () => false,
    ),
  )
  return number === 0 ? 'kill -9 of the coordinator' : `kill -9 of server ${number} of shards`
}

async function moveOne(coordinator: Database, which: number): Promise<string> {
  const merchants = await coordinator<{ id: string }[]>`select merchant_id as id from merchants order by merchant_id`
  const began = performance.now()
  await moveShardsOf(coordinator, merchants[which % merchants.length]!.id)
  return `shards of a merchant moved in ${((performance.now() - began) / 1000).toFixed(1)} s`
}
