import type { Sql } from '../connection/database.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import type { Fragment } from '../shape/fragment.ts'

/** Time before the provider's limit at which the rest is voided. */
const VOID_AHEAD = `interval '1 hour'`
/** Time before the expiry at which the merchant is warned, at the earliest and at the latest. */
const WARN_AHEAD = `interval '24 hours'`
const WARN_AT_LATEST = `interval '1 hour'`

/** Time of the void: when the merchant wanted it, else before the provider's limit. Both columns by the merchant's clock. */
export function voidTime(sql: Sql, table: 'limits' | 'held'): Fragment {
  return sql.unsafe(`(case
    when ${table}.capture_by <= ${table}.authorization_limit_at then ${table}.capture_by
    else ${table}.authorization_limit_at - ${VOID_AHEAD}
  end)`)
}

/** True if it is too late to warn of an expiry. @param now on the clock of `expiresAt` */
export function isTooLateToWarn(sql: Sql, expiresAt: string, now: Fragment): Fragment {
  return sql`${sql.unsafe(expiresAt)} - ${sql.unsafe(WARN_AT_LATEST)} <= ${now}`
}

/** Expiry and next step of approvals. Reads `ended` (merchant_id, id, capture_by, lasts_until, lasts_seconds). */
export function expiries(sql: Sql) {
  return sql`
    limits as (
      select ended.id, ended.capture_by, clock.ahead,
        date_trunc('milliseconds', coalesce(ended.lasts_until, now() + make_interval(secs => ended.lasts_seconds)) + clock.ahead)
          as authorization_limit_at
      from ended cross join lateral (select ${clockAhead(sql, sql`ended.merchant_id`)} as ahead) clock
      where ended.lasts_seconds is not null
    ), expiring as (
      select limits.id, limits.authorization_limit_at, expiry.at as expires_at, warn.step,
        case warn.step
          when 'WARN' then greatest(expiry.at - ${sql.unsafe(WARN_AHEAD)} - limits.ahead, now())
          else ${voidTime(sql, 'limits')} - limits.ahead
        end as due_at
      from limits cross join lateral (select least(limits.capture_by, limits.authorization_limit_at) as at) expiry
      cross join lateral (
        select case when ${isTooLateToWarn(sql, 'expiry.at', sql`now() + limits.ahead`)} then 'VOID' else 'WARN' end as step
      ) warn
    )`
}
