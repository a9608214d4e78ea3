import type { Database } from '../connection/sql.ts'
import { withLongTimeout } from '../connection/time-limits.ts'

/**
 * Analyzes tables that are new or have grown many times, so that plans do not rest on guesses ([decision
 * 0082](../../../docs/decisions/0082-statistics-within-seconds.md)).
 * @returns how many
 */
export function analyzeYoungTables(sql: Database): Promise<number> {
  return withLongTimeout(sql, async (patient) => {
    const [row] = await patient<[{ tables: number }]>`select analyze_young_tables() as tables`
    return row.tables
  })
}
