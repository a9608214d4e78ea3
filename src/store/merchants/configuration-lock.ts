import type { Database, Sql } from '../connection/database.ts'

/** Tells these advisory locks from others in the same database; the second half names the merchant. */
const CONFIGURATION = 5_273_120

/**
 * Does something while no change of a merchant's configuration is in progress and none may begin. Changes and whoever
 * comes here are let in by the order in which they came.
 * @param act what it asks of the database goes over other connections
 */
export async function withConfigurationFrozen(
  sql: Database,
  merchantId: string,
  act: () => Promise<void>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock_shared(${CONFIGURATION}, hashtext(${merchantId}))`
    await act()
  })
}

/** Waits for those who decide without changes, and for other changes; lasts until the SQL transaction ends. */
export async function lockConfiguration(sql: Sql, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONFIGURATION}, hashtext(${merchantId}))`
}
