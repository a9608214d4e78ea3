import type { Sql } from '#store/connection/database.ts'
import { LEFT } from '#store/moves/tables.ts'

/** Counts the rows of merchants in every table that names them, but those that a move leaves. @returns tables with rows */
export async function countRowsLeft(
  sql: Sql,
  merchantIds: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'simulator') and column_name = 'merchant_id' and table_type = 'BASE TABLE'
      and table_name <> all(${Object.keys(LEFT)})`
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows from ${name} where merchant_id = any($1)`,
  )
  const rows = await sql.unsafe<{ name: string; rows: number }[]>(counts.join(' union all '), [merchantIds])
  return Object.fromEntries(rows.filter((row) => row.rows > 0).map((row) => [row.name, row.rows]))
}
