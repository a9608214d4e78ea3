import type { Sql } from '../connection/database.ts'
import { makePlace, PLACES } from './brought-tables.ts'
import type { Shard } from './cluster.ts'
import { checkIsHere } from './has-moved.ts'
import { hold } from './held-snapshot.ts'
import type { ShardTables } from './shard-names.ts'
import { shardSql } from './shard-sql.ts'

/** A shard as of one moment. */
export interface HeldShard extends Pick<Shard, 'from' | 'url'> {
  readonly snapshot: Sql
}

/**
 * Takes a snapshot of a shard, with places for what is brought there.
 * @param held what keeps the snapshot
 * @throws `HAS_MOVED` where the shard is on another server
 */
export async function holdShard(
  { from, url, sql, tables }: Shard,
  purpose: string,
  held: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<HeldShard> {
  const names = new Map([...tables, ...PLACES])
  const { snapshot: taken } = held.use(
    hold(
      url,
      purpose,
      async (own) => {
        await makePlace(own)
        return shardSql(own, names)
      },
      { sql, signal },
    ),
  )
  const snapshot = await taken
  await stay(snapshot, tables)
  return { from, url, snapshot }
}

/** Keeps the tables of a shard that is about to move, and refuses those of one that has moved. */
async function stay(snapshot: Sql, tables: ShardTables): Promise<void> {
  // A lock of a shard alone is a change by hand to Citus.
  await snapshot`set local citus.enable_manual_changes_to_shards = on`
  await snapshot.unsafe(`lock table ${[...tables.values()]} in access share mode`)
  await checkIsHere(snapshot, tables)
}
