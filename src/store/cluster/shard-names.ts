/** Words after which a table's name stands in a statement of ours, and those that follow it where it has no other name there. */
const BEFORE = 'from|join|into|update|using'
const AFTER =
  'cross|for|full|group|inner|join|left|limit|natural|on|order|right|select|set|union|using|values|where|returning'

/** The tables of one shard by the name that statements know them by: `transactions` is `transactions_102009`. */
export type ShardTables = ReadonlyMap<string, string>

/** Puts the tables of a shard into the text of a statement, each under the name that the rest of it goes on using. */
export function namer(tables: ShardTables): (text: string) => string {
  const places = new RegExp(
    `\\b((?:${BEFORE})\\s+)(${[...tables.keys()].join('|')})\\b(\\s+(?:as\\s+)?(?!(?:${AFTER})\\b)[a-z_]+\\b)?`,
    'g',
  )
  return (text) =>
    text.replace(
      places,
      (_all, before, name, alias) => `${before}${tables.get(name)}${alias ?? ` as ${name.split('.').at(-1)}`}`,
    )
}
