import type { Agreement } from '#domain/agreement.ts'
import type { Sql } from '../connection/database.ts'
import { AGREEMENT } from './agreements.ts'

/** Locks agreements whose last day is over in their merchants' time, skipping locked rows. */
export function lockEndedAgreements(sql: Sql, limit: number): Promise<Agreement[]> {
  return sql<Agreement[]>`
    select ${AGREEMENT.select(sql, 'agreements')} from agreements
    join merchants on merchants.merchant_id = agreements.merchant_id
    left join lateral (
      select sum(seconds)::float8 as seconds from test_clock_advances clock where clock.merchant_id = agreements.merchant_id
    ) ahead on true
    where agreements.ends_on is not null and agreements.status in ('ACTIVE', 'SUSPENDED')
      and agreements.ends_on <= current_date + 1 + (
        select coalesce(max(seconds), 0)::int / 86400 + 1
        from (select sum(seconds) as seconds from test_clock_advances group by merchant_id) clocks
      )
      and agreements.ends_on
        < ((now() + make_interval(secs => coalesce(ahead.seconds, 0))) at time zone merchants.time_zone)::date
    limit ${limit} for no key update of agreements skip locked`
}
