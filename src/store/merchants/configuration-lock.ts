import type { Database, Sql } from '../connection/database.ts'

/** Distinguishes these advisory locks; the second half names the merchant. */
const CONFIGURATION = 5_273_120

/** Runs an act while no change of the configuration is in progress or may begin. @param act uses other connections */
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

/** Waits for `withConfigurationFrozen` and other changes; lasts until the SQL transaction ends. */
export async function lockConfiguration(sql: Sql, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONFIGURATION}, hashtext(${merchantId}))`
}
