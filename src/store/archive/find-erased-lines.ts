import type { Sql } from '../connection/database.ts'
import { isAboutErased } from '../erasures/personal-rows.ts'

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
