import type { Sql } from '../connection/database.ts'
import type { Fragment } from './fragment.ts'

const APOSTROPHES = "''`\u00b4\u02b9\u02bb\u02bc\u02bd\u055a\u2018\u2019\u201b\u2032\ua78c\uff07"
const STROKES = { from: 'øØłŁđĐħĦŧŦı', to: 'oOlLdDhHtTi' }
/** Accents, vowel points and invisible signs. */
const OMITTED =
  '[\\u00ad\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u0652\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\u20d0-\\u20ff\\ufe20-\\ufe2f\\ufeff]'

/** SQL of a text that has none of these: letters, digits and other signs of ASCII. */
const SIMPLE = '^[ -&(-_a-~]*$'

/** SQL of a text for comparison: lower case, no accents or apostrophes (docs/reference/transactions.md#search). */
export function searchable(text: string): string {
  const bare = `normalize(translate(${text}, '${APOSTROPHES}', ''), NFKD)`
  const plain = `regexp_replace(translate(${bare}, '${STROKES.from}', '${STROKES.to}'), '${OMITTED}', '', 'g')`
  return `lower(case when ${text} ~ '${SIMPLE}' then ${text} else ${plain} end)`
}

/** True if a text has a part that was typed, in any spelling. @param text SQL */
export function contains(sql: Sql, text: string, part: string): Fragment {
  const [plain, typed] = [sql.unsafe(searchable(text)), sql.unsafe(searchable('typed'))]
  return sql`strpos(${plain}, (select nullif(${typed}, '') from (select ${part}::text as typed) as given)) > 0`
}
