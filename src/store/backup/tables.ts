import type { Sql } from '../connection/database.ts'

/** Table of a backup. Names are quoted for SQL. */
export interface BackedUpTable {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

export const inCopy = ({ name, columns }: BackedUpTable): string => `${name} (${columns})`

interface ListedTable extends BackedUpTable {
  readonly parents: readonly string[]
}

/**
 * Lists tables, each after those it refers to. Excludes unlogged ones, whose sealed security codes belong in no backup,
 * and the record of migrations, which a restore recreates.
 */
export async function listTables(sql: Sql): Promise<BackedUpTable[]> {
  const listed = await sql<ListedTable[]>`
    select format('%I.%I', nspname, relname) as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(
        select format('%I.%I', parent_schema.nspname, parent.relname)
        from pg_constraint join pg_class parent on parent.oid = confrelid
          join pg_namespace parent_schema on parent_schema.oid = parent.relnamespace
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as parents
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'simulator') and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'
    order by 1`
  return parentsFirst(listed)
}

function parentsFirst(listed: readonly ListedTable[]): BackedUpTable[] {
  const sorted = new Map<string, BackedUpTable>()
  const add = ({ name, columns, parents }: ListedTable): void => {
    for (const parent of listed) if (parents.includes(parent.name) && !sorted.has(parent.name)) add(parent)
    sorted.set(name, { name, columns })
  }
  for (const table of listed) if (!sorted.has(table.name)) add(table)
  return [...sorted.values()]
}

/** Makes all servers write and read dates and intervals alike. */
export const PORTABLE_TEXT = "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'"
