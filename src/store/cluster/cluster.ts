import { type Database, openDatabase, type Sql } from '../connection/database.ts'
import type { ShardTables } from './shard-names.ts'
import { shardSql } from './shard-sql.ts'

/** Merchants whose place is kept in memory; when there are more, it starts again. */
const MOST_PLACES = 100_000

/** One shard of every distributed table: all rows of some merchants, on one server. */
export interface Shard {
  /** The first value of the hash of its merchants. */
  readonly from: number
  /** Statements on its tables. */
  readonly sql: Database
  /** The server that has it. */
  readonly url: string
  /** What its tables are called there, and nothing that stands for one of the coordinator's. */
  readonly tables: ShardTables
}

/** The servers behind a distributed database. */
export interface Cluster {
  /** The coordinator. */
  readonly url: string
  shardOf(merchantId: string): Promise<Shard>
  shards(): Promise<readonly Shard[]>
  /** The servers that have shards, for what each does with its own files. */
  servers(): readonly Database[]
  /** Reads anew where the shards are; whoever asks meanwhile shares it. */
  refresh(): Promise<void>
  end(): Promise<void>
}

const CLUSTERS = new WeakMap<object, Cluster>()

/** The cluster behind a database; undefined where all tables are on one server, and within a SQL transaction. */
export function clusterOf(sql: Sql): Cluster | undefined {
  return CLUSTERS.get(sql)
}

/**
 * Finds out, once for each opened database, whether its tables are distributed by Citus; if so, statements of merchants
 * are sent to the servers that have them.
 * @param connections to each of the servers
 */
export async function joinCluster(sql: Database, url: string, name: string, connections: number): Promise<void> {
  const placements = await findPlacements(sql)
  if (placements.length > 0) CLUSTERS.set(sql, openCluster(sql, url, name, connections, placements))
}

/** Closes the connections to its servers. */
export async function leaveCluster(sql: Database): Promise<void> {
  await CLUSTERS.get(sql)?.end()
}

interface Placement {
  readonly relation: string
  readonly shard: bigint
  /** The first value of its hash; null where every server has a copy of the whole table. */
  readonly from: number | null
  readonly host: string
  readonly port: number
}

/** Whether tables of a database are distributed, also where its cluster was not joined. */
export async function isDistributed(sql: Sql): Promise<boolean> {
  return (await findPlacements(sql)).length > 0
}

async function findPlacements(sql: Sql): Promise<Placement[]> {
  const [found] = await sql<[{ citus: boolean }]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`
  return found.citus ? readPlacements(sql) : []
}

/** Where each shard of each table is; of those that every server has, one of them. */
function readPlacements(sql: Sql): Promise<Placement[]> {
  return sql<Placement[]>`
    select part.logicalrelid::text as relation, shard.shardid as shard, shard.shardminvalue::integer as "from",
      node.nodename as host, node.nodeport as port
    from pg_dist_partition part
      join pg_dist_shard shard on shard.logicalrelid = part.logicalrelid
      join pg_dist_placement placement on placement.shardid = shard.shardid
      join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
    where part.partmethod = 'h' or part.logicalrelid = to_regclass('merchant_copies')`
}

/** Tables that statements at a shard know by the name of what they stand for (distribute.sql). */
const STANDS_FOR: Readonly<Record<string, string>> = { merchant_copies: 'merchants', shard_marks: 'gathering_marks' }

function tablesOf(placements: readonly Placement[], nameOf = (relation: string) => relation): ShardTables {
  return new Map(placements.map(({ relation, shard }) => [nameOf(relation), `${relation}_${shard}`]))
}

/** Where a server is reached, with the user, password and parameters of the coordinator's address. */
function addressOf(url: string, { host, port }: Placement): string {
  const address = Object.assign(new URL(url), { hostname: host, port: String(port) })
  for (const name of ['host', 'port']) address.searchParams.delete(name)
  return address.href
}

function openCluster(
  sql: Database,
  url: string,
  name: string,
  connections: number,
  first: readonly Placement[],
): Cluster {
  const servers = new Map<string, Database>()
  const places = new Map<string, Promise<number>>()
  let shards = shardsOf(first)
  let refreshing: Promise<void> | undefined

  function serverAt(address: string): Database {
    const server = servers.get(address) ?? openDatabase(address, `${name} at shards`, connections)
    servers.set(address, server)
    return server
  }

  function shardFrom(from: number, own: readonly Placement[], copied: readonly Placement[]): Shard {
    const address = addressOf(url, own[0]!)
    const known = tablesOf([...own, ...copied], (relation) => STANDS_FOR[relation] ?? relation)
    return { from, sql: shardSql(serverAt(address), known), url: address, tables: tablesOf(own) }
  }

  function shardsOf(placements: readonly Placement[]): Map<number, Shard> {
    const copied = placements.filter(({ from }) => from === null)
    const groups = Map.groupBy(placements, ({ from }) => from)
    groups.delete(null)
    return new Map([...groups].map(([from, group]) => [from!, shardFrom(from!, group, copied)]))
  }

  async function placeOf(merchantId: string): Promise<number> {
    const [place] = await sql<[{ from: number }]>`
      select shardminvalue::integer as "from" from pg_dist_shard
      where shardid = get_shard_id_for_distribution_column('transactions', ${merchantId}::text)`
    return place.from
  }

  async function readAnew(): Promise<void> {
    shards = shardsOf(await readPlacements(sql))
  }

  return {
    url,
    async shardOf(merchantId) {
      const place = places.get(merchantId) ?? placeOf(merchantId)
      if (places.size >= MOST_PLACES) places.clear()
      places.set(merchantId, place)
      place.catch(() => places.delete(merchantId))
      return shards.get(await place)!
    },
    shards: async () => [...shards.values()],
    servers: () => [...new Set([...shards.values()].map((shard) => serverAt(shard.url)))],
    refresh() {
      refreshing ??= readAnew().finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    end: async () => void (await Promise.all([...servers.values()].map((server) => server.end({ timeout: 5 })))),
  }
}
