import type { Database } from './sql.ts'

/**
 * Does several acts in one SQL transaction, each of which begins one of its own: theirs become savepoints. One after the
 * other, because they share a connection.
 */
export function asOne<T>(sql: Database, act: (sql: Database) => Promise<T>): Promise<T> {
  return sql.begin((transaction) => {
    const begin = (...args: Parameters<Database['begin']>) => transaction.savepoint(args.at(-1) as never)
    return act(Object.assign(transaction, { begin }) as unknown as Database)
  }) as Promise<T>
}
