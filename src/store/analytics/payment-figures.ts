import type { Dimension } from '#domain/analytics.ts'
import type { Status } from '#domain/status.ts'
import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'
import { where } from '../shape/where.ts'

/** Days are in the zone in which they were counted, both included. */
export interface FiguresQuery {
  readonly from: string
  readonly to: string
  readonly interval: 'day' | 'hour'
  readonly dimension: Dimension
  readonly terminalId?: string | undefined
}

export interface Figure {
  readonly startsAt: Date
  /** A day as in `2026-01-31`; of an hour the day it belongs to. */
  readonly day: string
  readonly value: string
  readonly status: Status
  readonly count: number
  /** Minor units; 0 unless the dimension is the currency. */
  readonly amount: bigint
}

/** More than a person reads. */
const MOST_VALUES = 100

export async function readFigures(sql: Sql, merchantId: string, query: FiguresQuery): Promise<readonly Figure[]> {
  const rows = await (query.interval === 'day' ? byDay(sql, merchantId, query) : byHour(sql, merchantId, query))
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

/** Counts that can be grouped by terminal, because each is of one terminal. */
const countedAs = (dimension: Dimension) => (dimension === 'terminal' ? 'all' : dimension)
const valueIn = (sql: Sql, dimension: Dimension) => (dimension === 'terminal' ? sql`terminal_id` : sql`value`)

type FigureRow = Omit<Figure, 'amount'> & { readonly amount: string }

function byDay(sql: Sql, merchantId: string, { from, to, dimension, terminalId }: FiguresQuery) {
  return sql<FigureRow[]>`
    with found as (
      select day, ${valueIn(sql, dimension)} as value, status, sum(count)::int8 as count, sum(amount) as amount
      from payment_days
      where ${where(sql, { merchantId, dimension: countedAs(dimension), terminalId })} and day between ${from}::date and ${to}::date
      group by 1, 2, 3
    ), most as (select value from found group by value order by sum(count) desc, value limit ${MOST_VALUES})
    select ${startOfDay(sql)} as "startsAt", found.day::text as day, found.value, found.status, found.count::float8 as count, found.amount::text as amount
    from found join most on most.value = found.value
      join payment_zones zone on zone.merchant_id = ${merchantId}
    order by found.day, found.value, found.status`
}

/** First of two midnights if clocks are put back at midnight. */
function startOfDay(sql: Sql) {
  return sql`least(
    found.day::timestamp at time zone zone.time_zone,
    (found.day::timestamp - interval '1 hour') at time zone zone.time_zone + interval '1 hour'
  )`
}

function byHour(sql: Sql, merchantId: string, { from, to, dimension, terminalId }: FiguresQuery) {
  return sql<FigureRow[]>`
    with zone as (select time_zone from payment_zones where merchant_id = ${merchantId}), found as (
      select hour, ${valueIn(sql, dimension)} as value, status, sum(count)::int8 as count, sum(amount) as amount
      from payment_hours cross join zone
      where ${where(sql, { merchantId, dimension: countedAs(dimension), terminalId })}
        and hour >= (${from}::date - 1)::timestamp at time zone 'UTC'
        and hour < (${to}::date + 2)::timestamp at time zone 'UTC'
        and (hour at time zone time_zone)::date between ${from}::date and ${to}::date
      group by 1, 2, 3
    ), most as (select value from found group by value order by sum(count) desc, value limit ${MOST_VALUES})
    select found.hour as "startsAt", (found.hour at time zone zone.time_zone)::date::text as day, found.value,
      found.status, found.count::float8 as count, found.amount::text as amount
    from found join most on most.value = found.value cross join zone
    order by found.hour, found.value, found.status`
}

/** Zone of a merchant's days, the current day there, and the time up to which payments are counted. */
export interface CountingState {
  readonly timeZone: string
  readonly today: string
  readonly countedUntil: Date | null
}

export function readCountingState(sql: Sql, merchantId: string): Promise<CountingState | undefined> {
  return first(sql<CountingState[]>`
    select time_zone as "timeZone", (now() at time zone time_zone)::date::text as today,
      (select reached from gathering_marks where name = 'payments') as "countedUntil"
    from payment_zones where merchant_id = ${merchantId}`)
}
