import type { Group, Interval, Outcomes } from '#domain/analytics.ts'
import { addDays, dayIn } from '#domain/time-zone.ts'
import type { Transaction } from '#domain/transaction.ts'
import { readPaymentAnalytics, sumOutcomes } from '#flows/analytics.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { countedAddress } from '../analytics/charts.ts'
import { formatCount, formatPercent } from '../parts/format.ts'
import { cell, list } from '../parts/list.ts'
import { codeName, markedMethod } from '../parts/payment-labels.ts'
import { paymentList } from '../parts/payments-of.ts'
import { type Tile, tiles } from '../parts/tiles.ts'
import { PAYMENTS_PATH } from '../payments/query.ts'
import { ifAvailable } from '../shell/read.ts'
import type { DayVolume } from './volume.ts'

const DAYS = 7

/** Numbers of the last days, each against those of the time before it. */
type HomeFigures = ReturnType<typeof figuresOf>
/** Declined payments of some days by processing code, most first. */
type Reasons = NonNullable<Awaited<ReturnType<typeof homeFigures>>['reasons']>

/** Today against the same day last week, and the last seven days against the seven before; undefined if read too slowly. */
export async function homeFigures(gateway: Gateway, merchantId: string, timeZone: string) {
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

function figuresOf(intervals: readonly Interval[], today: string) {
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

type Compared = HomeFigures['today']

export function homeTiles({ today, week }: HomeFigures): Html {
  return tiles([
    countTile('today', 'Payments today', today, 'same day last week'),
    rateTile('today-rate', 'Approval rate today', today),
    countTile('week', 'Payments, 7 days', week, 'previous 7 days'),
    rateTile('week-rate', 'Approval rate, 7 days', week),
  ])
}

export function countTile(field: string, name: string, { now, before }: Compared, when: string): Tile {
  const change = `${formatCount(before.payments)} ${when}`
  return { field, name, figure: formatCount(now.payments), change, href: '/dashboard/analytics' }
}

export function rateTile(field: string, name: string, { now, before }: Compared): Tile {
  const words = ({ approvalRate }: Outcomes) => (approvalRate === null ? '–' : formatPercent(approvalRate))
  const isComparable = now.approvalRate !== null && before.approvalRate !== null
  const good = isComparable ? now.approvalRate! >= before.approvalRate! : undefined
  return { field, name, figure: words(now), change: `${words(before)} a week earlier`, good }
}

const MOST_REASONS = 5

export function reasonsSection(reasons: Reasons | undefined): Html | false {
  if (!reasons) return false
  const { from, to, groups } = reasons
  if (groups.length === 0) {
    return html`<section class="sheet"><h2>Declined, last 7 days</h2><p class="muted">No declined payments.</p></section>`
  }
  return html`<section class="stack"><h2>Declined, last 7 days</h2>${list({
    name: 'reasons',
    caption: 'Declined payments by reason, most first',
    rows: groups.slice(0, MOST_REASONS),
    idOf: ({ value }) => value,
    hrefOf: ({ value }) => countedAddress({ status: 'DECLINED', code: value, from, to }),
    columns: (cell) => [
      cell.title('reason', 'Reason', ({ value }) => codeName(value)),
      cell.figure('declined', 'Payments', (group) => formatCount(group.declined)),
    ],
  })}</section>`
}

export function latestSection({ timeZone }: PersonCaller, payments: readonly Transaction[]): Html | false {
  if (payments.length === 0) return false
  const further = [cell.note<Transaction>('method', 'Method', markedMethod)]
  const rows = paymentList(payments, timeZone, { name: 'latest', caption: 'Latest payments', further })
  return html`<section class="stack"><div class="sheet-head"><h2>Latest payments</h2><a href="${PAYMENTS_PATH}">View all payments</a></div>${rows}</section>`
}
