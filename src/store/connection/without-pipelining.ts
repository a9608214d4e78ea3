import { askOf, relayedSql } from './delegating-sql.ts'
import type { Database } from './sql.ts'

/** What postgres.js (3.4.9) asks once it has sent a statement: whether another one may follow before it is answered. */
interface Sent {
  readonly options: { onexecute?: () => boolean }
}

/**
 * A pool that sends nothing more on a connection until the statement before is answered. Behind PgBouncer the answer to one
 * statement ends the loan of the server's session; what postgres.js asks about the next one, with a Flush, would be
 * answered to nobody. Within a SQL transaction the loan lasts, and nothing changes.
 */
export function withoutPipelining(pool: Database): Database {
  return relayedSql(
    () => pool,
    (...args) => alone(askOf(pool)(...args)),
    {
      unsafe: ((...args: Parameters<Database['unsafe']>) => alone(pool.unsafe(...args))) as Database['unsafe'],
    },
  )
}

/** Parts of statements, lists of values and names are not sent. */
function alone<T>(query: T): T {
  if (query instanceof Promise) (query as unknown as Sent).options.onexecute = () => false
  return query
}
