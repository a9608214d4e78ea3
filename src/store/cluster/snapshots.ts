import type { Database, Sql } from '../connection/database.ts'
import { cancellable, type Ending, inSnapshot } from '../connection/snapshot.ts'
import { limitStatements, STATEMENT_SECONDS } from '../connection/time-limits.ts'
import { bring } from './brought-tables.ts'
import { inShard } from './by-shard.ts'
import { type Cluster, clusterOf } from './cluster.ts'
import { type HeldShard, holdShard } from './held-shard.ts'
import { hold } from './held-snapshot.ts'

/** Asks as of one moment. In a distributed database every shard is asked by itself, and the answers are joined. */
export type Ask = <T>(question: (snapshot: Sql) => Promise<readonly T[]>) => Promise<readonly T[]>

/**
 * Runs queries that read everything of each merchant as of one moment (`inSnapshot`). At shards they find the tables of
 * the coordinator that are brought there (brought-tables.ts).
 * @param own a connection that nobody else waits for; the coordinator and each shard get one more
 * @param purpose of those, shows up in `pg_stat_activity`
 */
export async function inSnapshots<T>(
  own: Database,
  purpose: string,
  read: (ask: Ask) => Promise<T>,
  ending: Ending,
): Promise<T> {
  const cluster = clusterOf(ending.sql)
  if (!cluster) return inSnapshot(own, (snapshot) => read((question) => question(snapshot)), ending)
  await using held = new AsyncDisposableStack()
  const { coordinator, shards } = await whileBooksStand(own, ending, () => holdAll(cluster, purpose, held, ending))
  await bring(coordinator, shards)
  return await read((question) => askAll(shards, question))
}

/**
 * The simulators' books are none of a shard's, so what a shard and they say is of one moment only if nobody writes into
 * them while the snapshots are taken.
 */
async function whileBooksStand<T>(own: Database, ending: Ending, act: () => Promise<T>): Promise<T> {
  const answer = await own.begin((transaction) =>
    cancellable(transaction, ending, async () => {
      await limitStatements(transaction, STATEMENT_SECONDS)
      await transaction`lock table simulator.charges in share mode`
      return { value: await act() }
    }),
  )
  return (answer as { value: T }).value
}

async function holdAll(cluster: Cluster, purpose: string, held: AsyncDisposableStack, ending: Ending) {
  const places = await cluster.shards()
  const shards = await Promise.all(
    places.map(({ from }) => inShard(cluster, from, (shard) => holdShard(shard, purpose, held, ending.signal))),
  )
  const coordinator = await held.use(hold(cluster.url, purpose, async (sql) => sql, ending)).snapshot
  return { coordinator, shards }
}

/** Those of one server are asked one after the other, so a proof keeps to one core of each. */
async function askAll<T>(
  shards: readonly HeldShard[],
  question: (snapshot: Sql) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const answers = [...Map.groupBy(shards, ({ url }) => url).values()].map(async (ofServer) => {
    const found: T[] = []
    for (const { snapshot } of ofServer) found.push(...(await question(snapshot)))
    return found
  })
  return (await Promise.all(answers)).flat()
}
