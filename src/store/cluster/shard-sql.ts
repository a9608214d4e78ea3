import type { Database, Sql } from '../connection/database.ts'
import { type Ask, askOf, relayedSql } from '../connection/relayed-sql.ts'
import { namer, type ShardTables } from './shard-names.ts'

/** Templates of ours are the same objects every time, so each is renamed once for a shard. */
type Templates = WeakMap<TemplateStringsArray, TemplateStringsArray>

/**
 * A database in which the tables of statements are those of one shard. Statements are as on a single server, joined and
 * written in one go, on the server that has the shard.
 */
export function shardSql(server: Database, tables: ShardTables): Database {
  return within(server, namer(tables), new WeakMap()) as Database
}

function within(sql: Sql, rename: (text: string) => string, known: Templates): Sql {
  const ask: Ask = (first, ...rest) => askOf(sql)(isTemplate(first) ? renamed(first, rename, known) : first, ...rest)
  const begin = (...args: readonly [...options: string[], act: (sql: Sql) => unknown]) => {
    const act = args.at(-1) as (sql: Sql) => unknown
    const [options = ''] = args.slice(0, -1) as string[]
    return (sql as Database).begin(options, (tx) => act(within(tx, rename, known)))
  }
  return relayedSql(() => sql, ask, { begin } as Partial<Sql>)
}

function isTemplate(first: unknown): first is TemplateStringsArray {
  return Array.isArray(first) && 'raw' in first
}

function renamed(strings: TemplateStringsArray, rename: (text: string) => string, known: Templates) {
  let found = known.get(strings)
  if (!found) {
    found = Object.assign(strings.map(rename), { raw: strings.raw })
    known.set(strings, found)
  }
  return found
}
