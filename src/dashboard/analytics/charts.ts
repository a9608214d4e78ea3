import type { Interval, PaymentAnalytics } from '#domain/analytics.ts'
import { addDays, hoursBetween, startOfDay } from '#domain/time-zone.ts'
import type { Html } from '#html/html.ts'
import { chart } from '../parts/chart.ts'
import { formatCompact, formatCount, formatDay, formatHour, formatPercent } from '../parts/format.ts'
import { buildUrl } from '../parts/list.ts'

export interface Drawn {
  readonly typed: { readonly terminal?: string | undefined }
  readonly now: Date
}

/** A day or hour of a chart, with its figures if any payment of it has ended. */
interface Step {
  readonly label: string
  readonly href: string
  readonly figures: Interval | undefined
}

export function outcomeChart(analytics: PaymentAnalytics, drawn: Drawn): Html {
  return chart({
    name: 'outcomes',
    title: 'Payments by outcome',
    kind: 'bars',
    pointName: nameOf(analytics),
    axis: formatCompact,
    series: [
      { name: 'Approved', tone: 'success' },
      { name: 'Declined', tone: 'danger' },
      { name: 'Not completed', tone: 'plain' },
    ],
    points: stepsOf(analytics, drawn).map(({ label, href, figures }) => {
      const { payments = 0, approved = 0, declined = 0 } = figures ?? {}
      const values = [approved, declined, payments - approved - declined]
      return { label, values, words: values.map(formatCount), href }
    }),
  })
}

/** The share that was approved; days without a decision leave a gap. */
export function rateChart(analytics: PaymentAnalytics, drawn: Drawn): Html {
  return chart({
    name: 'approval-rate',
    title: 'Approval rate',
    kind: 'line',
    pointName: nameOf(analytics),
    top: 1,
    axis: formatPercent,
    series: [{ name: 'Approval rate', tone: 'info' }],
    points: stepsOf(analytics, drawn).map(({ label, href, figures }) => {
      const rate = figures?.approvalRate ?? null
      return { label, values: [rate], words: [rate === null ? '–' : formatPercent(rate)], href }
    }),
  })
}

/** The list of exactly those payments that analytics have counted. */
export function countedAddress(query: Readonly<Record<string, string | undefined>>): string {
  return buildUrl('/dashboard/transactions', { ...query, counted: 'yes' })
}

function nameOf({ interval }: PaymentAnalytics): string {
  return interval === 'day' ? 'Day' : 'Hour'
}

/** Every day or hour of the period, those without payments too; of today's hours those that have begun. */
function stepsOf(analytics: PaymentAnalytics, { typed: { terminal }, now }: Drawn): readonly Step[] {
  const { interval, intervals, timeZone } = analytics
  if (interval === 'day') {
    const byDay = new Map(intervals.map((one) => [one.day, one]))
    return daysOf(analytics).map((day) => {
      return { label: formatDay(day), href: countedAddress({ from: day, to: day, terminal }), figures: byDay.get(day) }
    })
  }
  const byHour = new Map(intervals.map((one) => [one.startsAt.getTime(), one]))
  const hours = hoursOf(analytics)
  const begun = hours.filter((hour, index) => hour <= now && index < hours.length - 1)
  return begun.map((hour, index) => {
    const [from, to] = [hour, new Date(hours[index + 1]!.getTime() - 1)].map((at) => at.toISOString())
    return {
      label: formatHour(hour, timeZone),
      href: countedAddress({ from, to, terminal }),
      figures: byHour.get(hour.getTime()),
    }
  })
}

function daysOf({ from, to }: PaymentAnalytics): readonly string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function hoursOf({ from, to, timeZone }: PaymentAnalytics): readonly Date[] {
  const [first, last] = [startOfDay(timeZone, from), startOfDay(timeZone, addDays(to, 1))]
  return first && last ? [...hoursBetween(timeZone, first, last), last] : []
}
