import type { Sql } from '../connection/database.ts'
import type { ShardTables } from './shard-names.ts'

/** What `hold_shard` raises where a shard has moved away (distribute.sql). */
export const HAS_MOVED = 'TG001'

/**
 * What a shard has left behind on a server can be read there until it is dropped. Whatever was read before this was read
 * where the shard is.
 * @throws `HAS_MOVED` where it is on another server
 */
export async function checkIsHere(sql: Sql, tables: ShardTables): Promise<void> {
  const [gone] = await sql<{ name: string }[]>`
    select name from json_array_elements_text(${JSON.stringify([...tables.values()])}::json) as name
    where not exists (
      select from pg_dist_placement join pg_dist_local_group using (groupid)
      where shardid = substring(name from '_([0-9]+)$')::bigint
    )`
  if (gone) throw Object.assign(new Error(`${gone.name} has moved`), { code: HAS_MOVED })
}
