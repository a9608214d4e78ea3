import { meansNotConnected } from '../connection/availability.ts'
import type { Sql } from '../connection/database.ts'
import { type Cluster, clusterOf, type Shard } from './cluster.ts'
import { checkIsHere, HAS_MOVED } from './has-moved.ts'

/**
 * Does something with rows of merchants, in one go where they are on one server. In a distributed database those of one
 * shard are done together, on the server that has it.
 * @param run answers every item, in the order given; it must bear being repeated, for a shard may be moving
 */
export async function byShard<K, V>(
  sql: Sql,
  items: readonly K[],
  merchantOf: (item: K) => string,
  run: (sql: Sql, items: readonly K[]) => Promise<readonly V[]>,
): Promise<readonly V[]> {
  const cluster = clusterOf(sql)
  if (!cluster) return run(sql, items)
  return parted(cluster, items, merchantOf, (merchantId, own) => atMerchant(sql, merchantId, (at) => run(at, own)))
}

/** Reads something of rows of merchants, those of one shard together. @param read answers every item, in the order given */
export async function readByShard<K, V>(
  sql: Sql,
  items: readonly K[],
  merchantOf: (item: K) => string,
  read: (sql: Sql, items: readonly K[]) => Promise<readonly V[]>,
): Promise<readonly V[]> {
  const cluster = clusterOf(sql)
  if (!cluster) return read(sql, items)
  return parted(cluster, items, merchantOf, (merchantId, own) => readAtMerchant(sql, merchantId, (at) => read(at, own)))
}

/** Parts items by shard, and joins the answers in the order of the items. @param run is given one of the merchants of a shard */
async function parted<K, V>(
  cluster: Cluster,
  items: readonly K[],
  merchantOf: (item: K) => string,
  run: (merchantId: string, items: readonly K[]) => Promise<readonly V[]>,
): Promise<readonly V[]> {
  const places = await Promise.all(items.map(async (item) => (await cluster.shardOf(merchantOf(item))).from))
  const answers = new Map<K, V>()
  const ofPlaces = [...Map.groupBy(items, (_item, index) => places[index]!).values()]
  await Promise.all(
    ofPlaces.map(async (own) => {
      const values = await run(merchantOf(own[0]!), own)
      own.forEach((item, index) => void answers.set(item, values[index]!))
    }),
  )
  return items.map((item) => answers.get(item)!)
}

/** Writes rows of one merchant on the server that has them. It must bear being repeated. */
export async function atMerchant<S extends Sql, T>(
  sql: S,
  merchantId: string,
  act: (sql: S) => Promise<T>,
): Promise<T> {
  const cluster = clusterOf(sql)
  return cluster
    ? despiteMoves(
        cluster,
        () => cluster.shardOf(merchantId),
        (shard) => act(shard.sql as S),
      )
    : act(sql)
}

/** Reads rows of one merchant on the server that has them, by a statement that Citus refuses. */
export async function readAtMerchant<T>(sql: Sql, merchantId: string, read: (sql: Sql) => Promise<T>): Promise<T> {
  const cluster = clusterOf(sql)
  return cluster
    ? despiteMoves(
        cluster,
        () => cluster.shardOf(merchantId),
        (shard) => readThere(shard, read),
      )
    : read(sql)
}

/** Reads in every shard and joins the answers. */
export async function readEveryShard<T>(sql: Sql, read: (sql: Sql) => Promise<readonly T[]>): Promise<readonly T[]> {
  const cluster = clusterOf(sql)
  if (!cluster) return read(sql)
  const shards = await cluster.shards()
  const answers = await Promise.all(shards.map(({ from }) => inShard(cluster, from, (shard) => readThere(shard, read))))
  return answers.flat()
}

/** A statement that writes is refused by a server that the shard has left; one that only reads is not. */
async function readThere<T>({ sql, tables }: Shard, read: (sql: Sql) => Promise<T>): Promise<T> {
  const found = await read(sql)
  await checkIsHere(sql, tables)
  return found
}

/**
 * Writes in every shard and joins the answers. Where one shard fails this fails, once the others are through: whoever claims
 * what is due, whoever's it is, sees to it in the same act.
 * @param act is told how many places it is done in at once
 */
export async function onEveryShard<S extends Sql, T>(
  sql: S,
  act: (sql: S, places: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const cluster = clusterOf(sql)
  if (!cluster) return act(sql, 1)
  const shards = await cluster.shards()
  const acts = shards.map(({ from }) => inShard(cluster, from, (shard) => act(shard.sql as S, shards.length)))
  return (await wholly(acts)).flat()
}

/** Waits for all before the failure of one is told. */
async function wholly<T>(acts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(acts)
  return Promise.all(acts)
}

/** Does something in one shard, wherever it is. It must bear being repeated. @param from the first value of its hash */
export function inShard<T>(cluster: Cluster, from: number, act: (shard: Shard) => Promise<T>): Promise<T> {
  return despiteMoves(cluster, async () => (await cluster.shards()).find((shard) => shard.from === from)!, act)
}

/** Does something on every server that has shards. Where one fails this fails, once the others are through. */
export function onEveryServer<S extends Sql, T>(sql: S, act: (sql: S) => Promise<T>): Promise<T[]> {
  return wholly(((clusterOf(sql)?.servers() ?? [sql]) as readonly S[]).map(act))
}

/** How often a shard is looked for anew. */
const MOST_TRIES = 3

async function despiteMoves<T>(
  cluster: Cluster,
  find: () => Promise<Shard>,
  act: (shard: Shard) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const shard = await find()
    try {
      return await act(shard)
    } catch (error) {
      if (tries === MOST_TRIES || !(meansMoved(error) || meansNotConnected(error))) throw error
      await cluster.refresh()
      // A server that shards have left may be switched off.
      if (!meansMoved(error) && (await find()).url === shard.url) throw error
    }
  }
}

/** 42P01: the table that was left behind is gone already. */
const MOVED: ReadonlySet<unknown> = new Set([HAS_MOVED, '42P01'])

function meansMoved(error: unknown): boolean {
  return MOVED.has((error as { code?: unknown }).code)
}

/** The constraint that a statement broke, as migrations call it: that of a shard ends with the shard's number. */
export function brokenConstraint(error: unknown): string {
  return ((error as { constraint_name?: string }).constraint_name ?? '').replace(/_\d+$/, '')
}
