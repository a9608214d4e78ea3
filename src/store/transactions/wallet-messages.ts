import type { Sql } from '../connection/database.ts'

/** Forgets messages nobody believes any more; an hour later, because our clock and the database's may differ. */
export async function purgeExpiredWalletMessages(sql: Sql): Promise<void> {
  await sql`delete from wallet_messages where expires_at < now() - interval '1 hour'`
}
