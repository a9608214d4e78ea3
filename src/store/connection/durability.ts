import type { Sql } from './database.ts'

/** Settings of a server that protect committed payments from crashes and changes, and its clock. */
export interface Durability {
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly isStandby: boolean
  /** `18.4` */
  readonly version: string
  readonly now: Date
  /** True if the role owns the tables, so that an intruder in the gateway could drop their triggers. */
  readonly ownsTables: boolean
  /** False if sessions lost the settings that they were opened with. */
  readonly hasSettings: boolean
}

export async function readDurability(sql: Sql): Promise<Durability> {
  const [row] = await sql<[Durability]>`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit", pg_is_in_recovery() as "isStandby",
      split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as now,
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('transactions')) as "ownsTables",
      current_setting('enable_seqscan') = 'off' as "hasSettings"`
  return row
}
