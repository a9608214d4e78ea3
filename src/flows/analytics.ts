import type { Dimension, Group, Interval, Outcomes, PaymentAnalytics } from '#domain/analytics.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import type { Status } from '#domain/status.ts'
import { addDays, daysBetween } from '#domain/time-zone.ts'
import { type Figure, readCountingState, readFigures } from '#store/analytics/payment-figures.ts'
import { readPlatformFigures } from '#store/analytics/platform-figures.ts'
import type { Gateway } from './gateway.ts'

/** Days are as in `2026-01-31`, in the merchant's zone and inclusive. */
export interface AnalyticsQuery {
  /** 29 days before `to` by default; by hour the day itself. */
  readonly from?: string | undefined
  /** Today by default. */
  readonly to?: string | undefined
  readonly interval?: 'day' | 'hour' | undefined
  readonly groupBy?: Dimension | undefined
  readonly terminalId?: string | undefined
}

const DAYS: Readonly<Record<'day' | 'hour', { readonly usual: number; readonly most: number }>> = {
  day: { usual: 30, most: 400 },
  hour: { usual: 1, most: 35 },
}

/** @throws RequestError `invalid` for invalid days, `unavailable` under load, 404 for an unknown merchant */
export function readPaymentAnalytics(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  query: AnalyticsQuery,
): Promise<PaymentAnalytics> {
  return reads.read(async (sql) => {
    const state = orNotFound(await readCountingState(sql, merchantId), 'merchant')
    const { interval = 'day', groupBy = 'all', terminalId } = query
    const period = { ...periodOf(query, state.today), interval, terminalId }
    const read = (dimension: Dimension) => readFigures(sql, merchantId, { ...period, dimension })
    const [all, grouped] = await figuresOf(read, groupBy)
    const { timeZone, countedUntil } = state
    return {
      ...{ from: period.from, to: period.to, interval, groupBy, timeZone, countedUntil },
      totals: outcomesOf(all, null),
      groups: groupsOf(grouped, groupBy),
      intervals: intervalsOf(all, grouped, groupBy),
      threeDs: groupsOf(await read('authentication'), 'authentication'),
      retries: groupsOf(await read('retries'), 'retries'),
    }
  })
}

/** Payments of all merchants today and on the same day last week, and today's by currency. @throws as above */
export async function readPlatformToday({ reads }: Pick<Gateway, 'reads'>) {
  const [today = [], before = []] = await reads.read(async (sql) => {
    const figures = await readPlatformFigures(sql)
    return [true, false].map((isToday) => figures.filter((figure) => figure.isToday === isToday))
  })
  return { now: outcomesOf(today, null), before: outcomesOf(before, null), currencies: groupsOf(today, 'currency') }
}

async function figuresOf(
  read: (dimension: Dimension) => Promise<readonly Figure[]>,
  groupBy: Dimension,
): Promise<[readonly Figure[], readonly Figure[]]> {
  const all = await read('all')
  return [all, groupBy === 'all' ? all : await read(groupBy)]
}

function periodOf(query: AnalyticsQuery, today: string): { readonly from: string; readonly to: string } {
  const { interval = 'day', groupBy, to = today } = query
  const { usual, most } = DAYS[interval]
  const from = query.from ?? addDays(to, 1 - usual)
  if (from > to) throw invalid('from', 'Use a day on or before `to`.')
  if (daysBetween(from, to) >= most) throw invalid('from', `Use at most ${most} days.`, String(most))
  if (interval === 'hour' && groupBy === 'bin') throw invalid('group_by', 'BINs are counted by day.')
  return { from, to }
}

type Counted = Pick<Figure, 'value' | 'status' | 'count' | 'amount'>

function groupsOf(figures: readonly Counted[], dimension: Dimension): Group[] {
  const groups = [...Map.groupBy(figures, ({ value }) => value)].map(([value, own]) => ({
    value,
    ...outcomesOf(own, dimension),
  }))
  return groups.sort((one, other) => other.payments - one.payments || (one.value < other.value ? -1 : 1))
}

function intervalsOf(all: readonly Figure[], grouped: readonly Figure[], groupBy: Dimension): Interval[] {
  const startOf = ({ startsAt }: Figure) => startsAt.getTime()
  const groups = Map.groupBy(grouped, startOf)
  return [...Map.groupBy(all, startOf)].map(([start, own]) => ({
    startsAt: new Date(start),
    day: own[0]!.day,
    ...outcomesOf(own, null),
    groups: groupBy === 'all' ? [] : groupsOf(groups.get(start) ?? [], groupBy),
  }))
}

function outcomesOf(figures: readonly Counted[], dimension: Dimension | null): Outcomes {
  const count = (...statuses: Status[]) =>
    figures.filter(({ status }) => statuses.includes(status)).reduce((sum, figure) => sum + figure.count, 0)
  const [approved, declined] = [count('APPROVED'), count('DECLINED')]
  const amounts = figures.filter(({ status }) => status === 'APPROVED').map(({ amount }) => amount)
  return {
    payments: figures.reduce((sum, figure) => sum + figure.count, 0),
    approved,
    declined,
    canceled: count('CANCELED'),
    expired: count('SESSION_EXPIRED'),
    invalid: count('INVALID'),
    approvalRate: approvalRate(approved, declined),
    approvedAmount: dimension === 'currency' ? amounts.reduce((sum, amount) => sum + amount, 0n) : null,
  }
}

/** Sums the outcomes of intervals, without amounts. */
export function sumOutcomes(intervals: readonly Interval[]): Outcomes {
  const sum = (name: 'payments' | 'approved' | 'declined' | 'canceled' | 'expired' | 'invalid') =>
    intervals.reduce((total, interval) => total + interval[name], 0)
  const [approved, declined] = [sum('approved'), sum('declined')]
  return {
    payments: sum('payments'),
    approved,
    declined,
    canceled: sum('canceled'),
    expired: sum('expired'),
    invalid: sum('invalid'),
    approvalRate: approvalRate(approved, declined),
    approvedAmount: null,
  }
}

function approvalRate(approved: number, declined: number): number | null {
  return approved + declined === 0 ? null : approved / (approved + declined)
}
