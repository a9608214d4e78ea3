import type { Sql, Statement } from './sql.ts'

/** Reads a long result in batches. @param sql a SQL transaction, which reads one result at a time */
export async function* readByCursor<T extends object>(sql: Sql, statement: Statement): AsyncGenerator<readonly T[]> {
  await sql`declare long_result no scroll cursor for ${statement}`
  for (let rows: readonly T[]; ; yield rows) {
    // Not prepared: the columns differ by statement.
    rows = await sql.unsafe<T[]>('fetch 1000 from long_result')
    if (rows.length === 0) break
  }
  await sql.unsafe('close long_result')
}
