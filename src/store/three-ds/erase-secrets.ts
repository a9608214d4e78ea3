import type { Sql } from '../connection/database.ts'

const LOCKED = '55P03'

/**
 * Erases deleted keys and security codes from the disk, except those that wait for their shopper ([decision
 * 0034](../../../docs/decisions/0034-erased-from-the-file.md)).
 * @returns age of the oldest in seconds, 0 if none is left: a session may hold the table
 */
export async function eraseForgottenSecrets(sql: Sql): Promise<number> {
  const [row] = await sql<[{ seconds: number | null }]>`
    select extract(epoch from clock_timestamp() - min(forgotten_at))::float8 as seconds from forgotten_secrets`
  return row.seconds === null || (await erase(sql)) ? 0 : row.seconds
}

/** @returns false if a session holds the table */
async function erase(sql: Sql): Promise<boolean> {
  try {
    await sql`select erase_forgotten_secrets()`
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCKED) throw error
    return false
  }
}
