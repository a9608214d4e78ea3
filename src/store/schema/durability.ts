import type { Sql } from '../connection/database.ts'
import { SHORT_LIVED, WRITTEN_ONCE } from './roles.ts'

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

export interface Connections {
  readonly allowed: number
  readonly open: number
}

/** Smallest limit of server, database and role. */
export async function readConnections(sql: Sql): Promise<Connections> {
  const [row] = await sql<[Connections]>`
    select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as allowed,
      (select count(*)::int from pg_stat_activity where usesysid is not null) as open`
  return row
}

/** Privileges that the gateway needs and its role lacks, such as `insert on transactions`. */
export async function readMissingPrivileges(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ missing: string }[]>`
    select privilege || ' on ' || relname as missing
    from pg_class, lateral (values
      ('select', true),
      ('insert', relname <> 'migrations'),
      ('update', relname <> all (${[...WRITTEN_ONCE]}::text[])),
      ('delete', relname = any (${[...SHORT_LIVED]}::text[]))
    ) as needed (privilege, is_needed)
    where relkind in ('r', 'p') and not relispartition and is_needed
      and (relnamespace, relowner) = (
        select relnamespace, relowner from pg_class where oid = to_regclass('transactions'))
      and not has_table_privilege(pg_class.oid, privilege)
    order by 1`
  return rows.map(({ missing }) => missing)
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
