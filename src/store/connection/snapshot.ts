import type { Database, Sql } from './sql.ts'
import { allowLongStatements } from './time-limits.ts'

/**
 * Runs queries that read everything, all as of one moment and free to read tables from end to end, which this room's
 * other statements are not (`database.ts`).
 */
export async function inSnapshot<T>(sql: Database, read: (snapshot: Sql) => Promise<T>): Promise<T> {
  const answer = await sql.begin('isolation level repeatable read read only', async (snapshot) => {
    await allowLongStatements(snapshot)
    await snapshot`set local enable_seqscan = on`
    await snapshot`set local enable_hashjoin = on`
    await snapshot`set local enable_mergejoin = on`
    return { value: await read(snapshot) }
  })
  return (answer as { value: T }).value
}
