import type { Database } from './sql.ts'

/**
 * Runs several functions in one SQL transaction, whose own transactions become savepoints. They run one after the other,
 * because they share a connection.
 */
export function asOne<T>(sql: Database, act: (sql: Database) => Promise<T>): Promise<T> {
  return sql.begin((transaction) => {
    const begin = (...args: Parameters<Database['begin']>) => transaction.savepoint(args.at(-1) as never)
    return act(Object.assign(transaction, { begin }) as unknown as Database)
  }) as Promise<T>
}
