import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'

/** First half of these advisory locks, as in the function `clock_ahead`. */
const TEST_CLOCK = 5_273_121

/** Time that testers have advanced a clock; 0 in production. For stored deadlines: blocks concurrent advances. */
export function clockAhead(sql: Sql, merchantId: Fragment | string): Fragment {
  return sql`clock_ahead(${merchantId})`
}

/** Seconds that a merchant's clock is ahead until the SQL transaction ends. */
export async function lockClockAhead(tx: Sql, merchantId: string): Promise<number> {
  const [row] = await tx<[{ seconds: number }]>`
    select extract(epoch from ${clockAhead(tx, merchantId)})::float8 as seconds`
  return row.seconds
}

export async function readTestClock(sql: Sql, merchantId: string): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`
    select clock_timestamp() + make_interval(secs => ${secondsAhead(sql, merchantId)}) as now`
  return row.now
}

/** The merchant's time as a fragment of SQL. @param column that names the merchant: `table.column` */
export function merchantTime(sql: Sql, column: string) {
  return sql`(now() + make_interval(secs => ${secondsAhead(sql, sql.unsafe(column))}))`
}

export async function readClockAhead(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql<[{ seconds: number }]>`select ${secondsAhead(sql, merchantId)} as seconds`
  return row.seconds
}

function secondsAhead(sql: Sql, merchantId: Fragment | string) {
  return sql`(select coalesce(sum(seconds), 0)::float8 from test_clock_advances where merchant_id = ${merchantId})`
}

/** Less than half of the time after which the database ends a deadlock. */
const PATIENCE = '400ms'

/**
 * Advances a merchant's clock by moving all stored deadlines. Requires a SQL transaction. Skips calls in progress:
 * providers have their own clocks. Waits for transactions that store deadlines, and yields to them on a deadlock.
 */
export async function advanceTestClock(
  sql: Sql,
  merchantId: string,
  seconds: number,
  voidWindowSeconds: number,
): Promise<void> {
  const earlier = (column: string) => earlierBy(sql, sql`${sql(column)}`, seconds)
  // Sessions end at this moment, never before their creation.
  const nowOrEarlier = (column: string) => sql`greatest(${earlier(column)}, now())`
  await sql`select set_config('lock_timeout', ${PATIENCE}, true)`
  await sql`select pg_advisory_xact_lock(${TEST_CLOCK}, hashtext(${merchantId}))`
  await sql`insert into test_clock_advances (merchant_id, seconds) values (${merchantId}, ${seconds})`
  await sql`
    update transactions set due_at = ${earlier('due_at')}, expires_at = ${earlier('expires_at')}
    where merchant_id = ${merchantId} and status = 'PENDING' and due_at is not null and awaiting <> 'provider-answer'`
  await sql`
    update transactions set expiry_due_at = ${earlier('expiry_due_at')}
    where merchant_id = ${merchantId} and expiry_due_at is not null`
  // A purchase can be voided for so long after its end.
  await sql`
    update transactions set settles_from = ${earlierBy(sql, sql`coalesce(settles_from, finished_at)`, seconds)}
    where merchant_id = ${merchantId} and transaction_type = 'PURCHASE' and status = 'APPROVED'
      and finished_at > now() - make_interval(secs => ${voidWindowSeconds})`
  await sql`
    update sessions set expires_at = ${nowOrEarlier('expires_at')}, end_due_at = ${earlier('end_due_at')}
    where merchant_id = ${merchantId} and expires_at > now()`
  await sql`
    update payment_links set ends_at = ${earlier('ends_at')}, end_due_at = ${earlier('end_due_at')}
    where merchant_id = ${merchantId} and ends_at > now()`
  await sql`
    update payment_methods set warning_due_at = ${earlier('warning_due_at')}
    where merchant_id = ${merchantId} and warning_due_at is not null`
  await sql`
    update disputes set warning_due_at = ${earlier('warning_due_at')}
    where merchant_id = ${merchantId} and warning_due_at is not null`
  await sql`
    update deliveries set next_attempt_at = ${earlier('next_attempt_at')}
    where merchant_id = ${merchantId} and status = 'PENDING'`
  await sql`
    update webhook_endpoints set previous_secret_until = ${nowOrEarlier('previous_secret_until')},
      earlier_secrets_until = array(
        select ${nowOrEarlier('until')} from unnest(earlier_secrets_until) with ordinality as earlier (until, place) order by place
      )
    where merchant_id = ${merchantId} and previous_secret_until > now()`
  await sql`
    update encryption_keys set retires_at = ${nowOrEarlier('retires_at')}
    where merchant_id = ${merchantId} and retires_at > now()`
  await sql`
    update provider_credentials set previous_until = ${nowOrEarlier('previous_until')}
    where merchant_id = ${merchantId} and previous_until > now()`
}

function earlierBy(sql: Sql, moment: Fragment, seconds: number) {
  return sql`(${moment} - make_interval(secs => ${seconds}::float8))`
}

/**
 * Time so long ago by a merchant's clock. Advances age what came before; if that alone suffices, returns the time of
 * the advance.
 */
export function momentAgo(sql: Sql, merchantId: string, seconds: number) {
  const ago = sql`now() - make_interval(secs => ${seconds}::float8)`
  return sql`greatest(${ago}, (
    select max(least(${ago} + make_interval(secs => moved.seconds::float8), moved.advanced_at)) from (
      select advanced_at, sum(seconds) over (order by advanced_at desc) as seconds from test_clock_advances
      where merchant_id = ${merchantId}
    ) moved
  ))`
}
