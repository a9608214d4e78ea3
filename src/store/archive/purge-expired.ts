import type { Sql } from '../connection/database.ts'

/** Conditions on rows that are no longer read, by their table. */
const EXPIRED = {
  idempotency_keys: "created_at < now() - interval '24 hours'",
  // No window is longer than an hour.
  rate_counters: "window_start < now() - interval '1 hour'",
  tried_cards: 'forget_at < now()',
  scheme_asks: 'forget_at < now()',
  payment_hours: "hour < now() - interval '36 days'",
  // An hour later, because clocks of gateways and of the database may differ.
  wallet_messages: "expires_at < now() - interval '1 hour'",
  identity_payloads: 'expires_at < now()',
  invitations: "ends_at < now() - interval '30 days'",
  mails: "ended_at < now() - interval '30 days'",
  sign_in_failures: "updated_at < now() - interval '24 hours'",
  known_browsers: "last_used_at < now() - interval '90 days'",
}

type ExpiringTable = keyof typeof EXPIRED

export const EXPIRING_TABLES = Object.keys(EXPIRED) as readonly ExpiringTable[]

export async function purgeExpired(sql: Sql, table: ExpiringTable): Promise<void> {
  await sql`delete from ${sql(table)} where ${sql.unsafe(EXPIRED[table])}`
}
