import { join } from 'node:path'
import { distribute } from '../../src/store/cluster/distribute.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { type Database, withConnection } from '../../src/store/connection/database.ts'
import { migrate } from '../../src/store/connection/migrate.ts'
import { GATEWAY, grantToGateway, handOver, OWNER } from '../../src/store/connection/roles.ts'
import { eventually } from './eventually.ts'
import { findInstallation, initialize, openServer, type PostgresServer, serverDirectory } from './postgres-server.ts'

const NAME = 'tollgate'
const PASSWORDS = { [OWNER]: 'owner', [GATEWAY]: 'gateway' }
const SHARDS = 8
const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: 600,
  max_prepared_transactions: 600,
  // Citus keeps one for each database that is used.
  max_worker_processes: 400,
  'citus.shard_count': SHARDS,
  jit: 'off',
  random_page_cost: 1.1,
}

/** Three PostgreSQL servers with Citus and a distributed database. */
export interface CitusCluster {
  /** The first one coordinates, the others have the shards. */
  readonly servers: readonly PostgresServer[]
  /** At the coordinator, as the gateway's processes are. */
  readonly url: string
  readonly superuserUrl: string
  /** Starts one that was killed. */
  start(server: PostgresServer): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a cluster on this machine, with the PostgreSQL and Citus in the directory that `TEST_CITUS_BIN` names.
 * @param directory where its files go
 * @param settings that differ
 */
export async function startCitusCluster(
  directory: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<CitusCluster> {
  const installation = await findInstallation(process.env.TEST_CITUS_BIN)
  const servers = await Promise.all(
    ['coordinator', 'one', 'two'].map(async (name) => {
      const server = await openServer(await serverDirectory(join(directory, name), installation), installation)
      await initialize(server.directory, installation, 'trust')
      await server.start({ ...SETTINGS, ...settings })
      return server
    }),
  )
  await Promise.all(servers.map(prepare))
  const superuserUrl = servers[0]!.urlOf(NAME)
  await withConnection(superuserUrl, 'setup', async (sql) => {
    const [coordinator, ...workers] = servers.map(({ port }) => port)
    await sql`select citus_set_coordinator_host('127.0.0.1', ${coordinator!})`
    for (const port of workers) await sql`select citus_add_node('127.0.0.1', ${port})`
  })
  const urlOf = (username: keyof typeof PASSWORDS) =>
    Object.assign(new URL(superuserUrl), { username, password: PASSWORDS[username] }).href
  await withConnection(urlOf(OWNER), 'migrations', async (sql) => {
    await migrate(sql)
    await grantToGateway(sql)
    await distribute(sql)
  })
  const start = (server: PostgresServer) => server.start({ ...SETTINGS, ...settings })
  return {
    servers,
    url: urlOf(GATEWAY),
    superuserUrl,
    start,
    restart: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await Promise.all(servers.map(start))
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}

/** The same database and roles on every server, and Citus in it. */
async function prepare(server: PostgresServer): Promise<void> {
  await createDatabase(server.urlOf('postgres'), NAME)
  await withConnection(server.urlOf(NAME), 'setup', async (sql) => {
    await handOver(sql, PASSWORDS)
    await sql`create extension citus`
    await sql.unsafe(`grant create on schema public to ${OWNER}`)
  })
}

/**
 * Moves all tables' shards of a merchant to the other server. Payments of the merchant wait meanwhile.
 * @param sql the superuser's, at the coordinator
 * @returns the port of that server
 */
export async function moveShardsOf(sql: Database, merchantId: string): Promise<number> {
  const [place] = await sql<[{ shard: bigint; host: string; from: number; to: number }]>`
    select placement.shardid as shard, here.nodename as host, here.nodeport as "from", there.nodeport as "to"
    from pg_dist_placement placement join pg_dist_node here using (groupid)
      join pg_dist_node there on there.shouldhaveshards and there.groupid <> here.groupid
    where placement.shardid = get_shard_id_for_distribution_column('transactions', ${merchantId}::text)`
  // The coordinator's sessions find out one by one that a server was killed.
  await eventually('the move', 10, () =>
    sql`
      select citus_move_shard_placement(${place.shard}, ${place.host}, ${place.from}, ${place.host}, ${place.to},
        shard_transfer_mode => 'block_writes')`.catch(() => undefined),
  )
  return place.to
}
