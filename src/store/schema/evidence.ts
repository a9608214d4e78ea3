import type { Sql } from '../connection/database.ts'

/** Facts of the database that an assessor of PCI DSS wants to see. */
export interface Evidence {
  /** TLS version of this connection, or `on this machine`; null if it is readable on a network. */
  readonly connection: string | null
  readonly canChangeAuditLog: boolean
  readonly auditedSince: Date | null
  /** Creation of the oldest key in use, for saved cards or card fields. */
  readonly oldestKey: Date | null
  readonly lastBackup: Date | null
}

export async function readEvidence(sql: Sql): Promise<Evidence> {
  const [row] = await sql<[Evidence]>`
    select coalesce((select version from pg_stat_ssl where pid = pg_backend_pid() and ssl),
        case when coalesce(host(inet_client_addr()) in ('127.0.0.1', '::1'), true) then 'on this machine' end) as connection,
      has_table_privilege('audit_log', 'update, delete, truncate') as "canChangeAuditLog",
      (select min(created_at) from audit_log) as "auditedSince",
      least((select min(created_at) from data_keys where retired_at is null),
        (select min(created_at) from encryption_keys where retires_at is null)) as "oldestKey",
      (select taken_at from last_backup) as "lastBackup"`
  return row
}

/** Reads the newest megabyte of each table. @returns its unencrypted texts by column, table by table */
export async function* newestTexts(sql: Sql): AsyncGenerator<Readonly<Record<string, string | null>>[]> {
  const tables = await sql<{ name: string; columns: string[]; from: string }[]>`
    select relname as name, array_agg(format('%1$I::text as "%2$s.%1$s"', attname, relname)) as columns,
      format('(%s,0)', greatest(pg_relation_size(pg_class.oid) / 8192 - 128, 0)) as from
    from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
    where relnamespace = to_regnamespace('public') and relkind = 'r' and attnum > 0 and not attisdropped
      and (typcategory = 'S' or typname in ('_text', 'json', 'jsonb'))
    group by pg_class.oid order by 1`
  for (const { name, columns, from } of tables) {
    yield sql.unsafe<Record<string, string>[]>(`select ${columns} from ${name} where ctid >= $1::tid`, [from])
  }
}
