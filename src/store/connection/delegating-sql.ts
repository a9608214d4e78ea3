import type { Sql } from './sql.ts'

/** What a statement, a name or a list of values is made with. */
export type Ask = (...args: readonly unknown[]) => unknown

/**
 * A database that is asked in its own way, and for the rest is another one. It is a function rather than a Proxy: in V8
 * 13.6 most of what passes through a Proxy outlives the collections of young garbage, some 400 bytes a statement.
 * @param of the other one, as it is at the time @param ask makes statements in its place @param own take the place of its methods
 */
export function relayedSql<T extends Sql>(of: () => T, ask: Ask, own: Partial<T>): T {
  const names = Object.keys(of()).filter((name) => !Object.hasOwn(own, name))
  const relays = names.map((name) => [name, { get: () => Reflect.get(of(), name), enumerable: true }] as const)
  return Object.assign(Object.defineProperties(ask, Object.fromEntries(relays)), own) as unknown as T
}

/** A database as the plain function it is at run time. */
export function askOf(sql: Sql): Ask {
  return sql as unknown as Ask
}
