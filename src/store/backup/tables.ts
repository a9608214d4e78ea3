import type { Sql } from '../connection/database.ts'

/** A table whose rows are part of a backup; all names as SQL writes them, quoted where it has to be. */
export interface BackedUpTable {
  readonly name: string
  /** Those that are not computed from others. */
  readonly columns: readonly string[]
}

export const inCopy = ({ name, columns }: BackedUpTable): string => `${name} (${columns})`

interface ListedTable extends BackedUpTable {
  readonly parents: readonly string[]
}

/**
 * The tables of the gateway and its simulators, each behind those it refers to. Unlogged ones are not among them: what
 * they hold, sealed security codes above all, is meant to be in no backup. Nor is the record of migrations, which
 * whoever restores makes again.
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

/** Settings of a SQL transaction under which every server writes and reads dates and intervals in the same way. */
export const PORTABLE_TEXT = "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'"
