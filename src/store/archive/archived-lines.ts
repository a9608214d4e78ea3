import type { Sql } from '../connection/database.ts'
import { isAboutErased } from '../erasures/personal-rows.ts'
import { ARCHIVED_TABLES, type ArchivedTable } from './archived-row.ts'

/** @param lines `{"table":"…","row":{…}}` each @returns indexes of erased events and of responses to them, from 0 */
export async function findErasedLines(sql: Sql, lines: readonly string[]): Promise<ReadonlySet<number>> {
  const found = await sql<{ place: number }[]>`
    select place::integer - 1 as place
    from json_array_elements(${`[${lines.join(',')}]`}::text::json) with ordinality as archived (line, place)
      cross join lateral json_populate_record(null::events, line -> 'row') as event
    where line ->> 'table' = 'events' and (${sql.unsafe(isAboutErased('event'))})
      or line ->> 'table' = 'delivery_tries' and not exists (
        select from events stored where stored.merchant_id = event.merchant_id and stored.event_id = event.event_id
          and not (${sql.unsafe(isAboutErased('stored'))}))`
  return new Set(found.map(({ place }) => place))
}

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
