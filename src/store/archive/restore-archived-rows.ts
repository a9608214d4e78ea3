import type { Sql } from '../connection/database.ts'
import { ARCHIVED_TABLES, type ArchivedTable } from './archived-row.ts'

/** @param lines `{"table":"…","row":{…}}` each @returns how many were missing */
export async function restoreArchivedRows(sql: Sql, lines: readonly string[]): Promise<number> {
  let missing = 0
  for (const [table, columns] of Object.entries(ARCHIVED_TABLES) as [ArchivedTable, string][]) {
    const put = await sql`
      insert into ${sql(table)} (${sql.unsafe(columns)})
      select ${sql.unsafe(columns)}
      from json_array_elements(${`[${lines.join(',')}]`}::text::json) as line
        cross join lateral json_populate_record(null::${sql(table)}, line -> 'row')
      where line ->> 'table' = ${table}
      on conflict do nothing
      returning 1`
    missing += put.length
  }
  return missing
}
