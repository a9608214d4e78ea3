import type { Database } from '../connection/sql.ts'
import { withLongTimeout } from '../connection/time-limits.ts'

/**
 * Has the server look at tables that are new to it, or have grown to many times what it knows of them, so that plans no
 * longer rest on guesses ([decision 0082](../../../docs/decisions/0082-statistics-within-seconds.md)).
 * @returns how many tables
 */
export function analyzeYoungTables(sql: Database): Promise<number> {
  return withLongTimeout(sql, async (patient) => {
    const [row] = await patient<[{ tables: number }]>`select analyze_young_tables() as tables`
    return row.tables
  })
}
