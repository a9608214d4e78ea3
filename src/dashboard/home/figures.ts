import type { Group, Interval, Outcomes } from '#domain/analytics.ts'
import { addDays, dayIn } from '#domain/time-zone.ts'
import { readPaymentAnalytics, sumOutcomes } from '#flows/analytics.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ifAvailable } from '../shell/read.ts'
import type { DayVolume, Volume } from './volume.ts'

const DAYS = 7

/** A time and the one before it, of the same length. */
export interface Compared {
  readonly now: Outcomes
  readonly before: Outcomes
}

/** Declined payments of some days by processing code, most first. */
export interface Reasons {
  readonly from: string
  readonly to: string
  readonly groups: readonly Group[]
}

/** Numbers of the home page; undefined if it could not be read in time. */
export interface HomeFigures {
  readonly today: Compared
  readonly week: Compared
  /** Of each currency of the last seven days, the one with most payments first. */
  readonly volumes: readonly Volume[]
  readonly counts: readonly DayVolume[]
}

/** Today against the same day last week, and the last seven days against the seven before. */
export async function homeFigures(
  gateway: Gateway,
  merchantId: string,
  timeZone: string,
): Promise<{ readonly figures: HomeFigures | undefined; readonly reasons: Reasons | undefined }> {
  const today = dayIn(timeZone, gateway.clock.now())
  const from = addDays(today, 1 - DAYS)
  const [both, codes] = await Promise.all([
    ifAvailable(
      readPaymentAnalytics(gateway, merchantId, { from: addDays(from, -DAYS), to: today, groupBy: 'currency' }),
    ),
    ifAvailable(readPaymentAnalytics(gateway, merchantId, { from, to: today, groupBy: 'code' })),
  ])
  const reasons = codes && { from, to: today, groups: codes.groups.filter(({ declined }) => declined > 0) }
  return { figures: both && figuresOf(both.intervals, today), reasons }
}

function figuresOf(intervals: readonly Interval[], today: string): HomeFigures {
  const week = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS))
  const on = (days: readonly string[]) => sumOutcomes(intervals.filter(({ day }) => days.includes(day)))
  const earlier = (days: readonly string[]) => days.map((day) => addDays(day, -DAYS))
  const byDay = new Map(intervals.map((interval) => [interval.day, interval]))
  const days = (read: (interval: Interval | undefined) => bigint): readonly DayVolume[] =>
    week.map((day) => ({ day, now: read(byDay.get(day)), before: read(byDay.get(addDays(day, -DAYS))) }))
  return {
    today: { now: on([today]), before: on(earlier([today])) },
    week: { now: on(week), before: on(earlier(week)) },
    volumes: currenciesOf(intervals.filter(({ day }) => week.includes(day))).map((currency) => ({
      currency,
      days: days((interval) => amountOf(interval?.groups, currency)),
    })),
    counts: days((interval) => BigInt(interval?.payments ?? 0)),
  }
}

function currenciesOf(intervals: readonly Interval[]): readonly string[] {
  const approved = new Map<string, number>()
  for (const { value, approved: count } of intervals.flatMap(({ groups }) => groups)) {
    if (count > 0) approved.set(value, (approved.get(value) ?? 0) + count)
  }
  return [...approved].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([currency]) => currency)
}

function amountOf(groups: readonly Group[] = [], currency: string): bigint {
  return groups.find(({ value }) => value === currency)?.approvedAmount ?? 0n
}
