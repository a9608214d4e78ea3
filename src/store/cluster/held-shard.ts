import type { Sql } from '../connection/database.ts'
import { makePlace, PLACES } from './brought-tables.ts'
import { HAS_MOVED } from './by-shard.ts'
import type { Shard } from './cluster.ts'
import { hold } from './held-snapshot.ts'
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
  await stay(snapshot, [...tables.values()])
  return { from, url, snapshot }
}

/** Keeps the tables of a shard that is about to move, and refuses those of one that has moved. */
async function stay(snapshot: Sql, tables: readonly string[]): Promise<void> {
  // A lock of a shard alone is a change by hand to Citus.
  await snapshot`set local citus.enable_manual_changes_to_shards = on`
  await snapshot.unsafe(`lock table ${tables} in access share mode`)
  const [gone] = await snapshot<{ name: string }[]>`
    select name from json_array_elements_text(${JSON.stringify(tables)}::json) as name
    where not exists (
      select from pg_dist_placement join pg_dist_local_group using (groupid)
      where shardid = substring(name from '_([0-9]+)$')::bigint
    )`
  if (gone) throw Object.assign(new Error(`${gone.name} has moved`), { code: HAS_MOVED })
}
