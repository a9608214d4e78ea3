import type { Sql } from '../connection/database.ts'
import type { Figure } from './payment-figures.ts'

/** Figure of all merchants on the current day of each, or on that day a week before. */
export interface PlatformFigure extends Pick<Figure, 'value' | 'status' | 'count' | 'amount'> {
  readonly isToday: boolean
}

/** Payments by currency. Lateral, so that each merchant's two days come from the index. */
export async function readPlatformFigures(sql: Sql): Promise<readonly PlatformFigure[]> {
  const rows = await sql<(Omit<PlatformFigure, 'amount'> & { readonly amount: string })[]>`
    select counted.day = zone.today as "isToday", counted.value, counted.status,
      sum(counted.count)::float8 as count, sum(counted.amount)::text as amount
    from (select merchant_id, (now() at time zone time_zone)::date as today from payment_zones) as zone
      cross join lateral (
        select day, value, status, sum(count) as count, sum(amount) as amount from payment_days
        where payment_days.merchant_id = zone.merchant_id and dimension = 'currency'
          and day in (zone.today, zone.today - 7)
        group by day, value, status
      ) as counted
    group by 1, 2, 3`
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}
