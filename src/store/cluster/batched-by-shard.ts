import { batched } from '../connection/batched.ts'
import type { Sql } from '../connection/database.ts'
import { clusterOf } from './cluster.ts'

/**
 * Joins calls into one (`batched`). In a distributed database those of each shard are joined by themselves, so that a server
 * that hangs holds up only its own.
 * @param sql has joined its cluster, where it has one
 * @param run answers every item, in the order given
 */
export function batchedByShard<K, V>(
  sql: Sql,
  merchantOf: (item: K) => string,
  run: (items: readonly K[]) => Promise<readonly V[]>,
): (item: K) => Promise<V> {
  const cluster = clusterOf(sql)
  if (!cluster) return batched(run)
  const ofShards = new Map<number, (item: K) => Promise<V>>()
  return async (item) => {
    const { from } = await cluster.shardOf(merchantOf(item))
    const own = ofShards.get(from) ?? batched(run)
    ofShards.set(from, own)
    return own(item)
  }
}
