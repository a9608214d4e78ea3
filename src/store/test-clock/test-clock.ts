import type { Sql } from '../connection/database.ts'

/** The time by a merchant's clock: the database's, and what testers have moved it ahead. */
export async function readTestClock(sql: Sql, merchantId: string): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`
    select clock_timestamp() + make_interval(secs => coalesce(sum(seconds), 0)::float8) as now
    from test_clock_advances where merchant_id = ${merchantId}`
  return row.now
}

/**
 * Moves a merchant's clock ahead: every deadline of the merchant's that is stored comes that much earlier. Must run in a
 * SQL transaction. What waits for a provider's answer to a call under way is left alone: providers have clocks of their
 * own, and the worker asks them soon enough.
 */
export async function advanceTestClock(
  sql: Sql,
  merchantId: string,
  seconds: number,
  voidWindowSeconds: number,
): Promise<void> {
  const step = sql`make_interval(secs => ${seconds}::float8)`
  await sql`insert into test_clock_advances (merchant_id, seconds) values (${merchantId}, ${seconds})`
  await sql`
    update transactions set due_at = due_at - ${step}, expires_at = expires_at - ${step}
    where merchant_id = ${merchantId} and status = 'PENDING' and due_at is not null and awaiting <> 'provider-answer'`
  // A purchase can be voided for so long after its end.
  await sql`
    update transactions set finished_at = finished_at - ${step}
    where merchant_id = ${merchantId} and transaction_type = 'PURCHASE' and status = 'APPROVED'
      and finished_at > now() - make_interval(secs => ${voidWindowSeconds})`
  await sql`
    update sessions set expires_at = expires_at - ${step}, end_due_at = end_due_at - ${step}
    where merchant_id = ${merchantId} and expires_at > now()`
  await sql`
    update deliveries set next_attempt_at = next_attempt_at - ${step}
    where merchant_id = ${merchantId} and status = 'PENDING'`
  await sql`
    update webhook_endpoints set previous_secret_until = previous_secret_until - ${step}
    where merchant_id = ${merchantId} and previous_secret_until > now()`
  await sql`
    update encryption_keys set retires_at = retires_at - ${step}
    where merchant_id = ${merchantId} and retires_at > now()`
  await sql`
    update provider_credentials set previous_until = previous_until - ${step}
    where merchant_id = ${merchantId} and previous_until > now()`
}

/** How far a merchant's clock was moved ahead since a moment. @param moment a column of the statement around it */
export function advancedSince(sql: Sql, merchantId: string, moment: string) {
  return sql`coalesce((
    select make_interval(secs => sum(seconds)::float8) from test_clock_advances
    where merchant_id = ${merchantId} and advanced_at > ${sql.unsafe(moment)}
  ), interval '0')`
}
