import { formatMoney, minorUnits } from '#domain/currency.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { countedAddress } from '../analytics/charts.ts'
import { type ChartPoint, chart } from '../parts/chart.ts'
import { formatAmount, formatCompact, formatCount, formatDay, formatPercent } from '../parts/format.ts'

/** Total of a day, and of the same day of the week before. */
export interface DayVolume {
  readonly day: string
  readonly now: bigint
  readonly before: bigint
}

/** Approved amounts of a currency in minor units. */
export interface Volume {
  readonly currency: string
  readonly days: readonly DayVolume[]
}

export function volumeSheet(volumes: readonly Volume[], chosen: string | undefined): Html | false {
  const shown = volumes.find(({ currency }) => currency === chosen) ?? volumes[0]
  if (!shown) return false
  const { currency, days } = shown
  const [now, before] = [sumOf(days, 'now'), sumOf(days, 'before')]
  return html`<section class="sheet" data-section="volume">
<div><p class="eyebrow">Approved in ${currency}, last 7 days</p>
<p class="headline"><strong data-field="volume">${formatAmount({ amount: now, currency })}</strong> ${changeOf(now, before)}</p></div>
${weeks({
  days,
  words: (amount) => formatAmount({ amount, currency }),
  axis: (value) => axisOf(value, currency),
  filter: { status: 'APPROVED', currency },
})}
${volumes.length > 1 && currencyLinks(volumes, currency)}
</section>`
}

/** Payments of the last seven days and of the week before, for a role that sees no amounts. */
export function countSheet(days: readonly DayVolume[]): Html {
  return html`<section class="sheet" data-section="volume">${weeks({
    days,
    words: formatCount,
    axis: formatCompact,
    filter: {},
  })}</section>`
}

function weeks(view: {
  readonly days: readonly DayVolume[]
  readonly words: (value: bigint) => string
  readonly axis: (value: number) => string
  readonly filter: Readonly<Record<string, string>>
}): Html {
  return chart({
    name: 'volume',
    title: 'By day',
    kind: 'pairs',
    pointName: 'Day',
    axis: view.axis,
    series: [
      { name: 'Last 7 days', tone: 'success' },
      { name: 'Week before', tone: 'plain' },
    ],
    points: view.days.map(
      ({ day, now, before }): ChartPoint => ({
        label: formatDay(day),
        short: weekday(day),
        values: [Number(now), Number(before)],
        words: [view.words(now), view.words(before)],
        href: countedAddress({ from: day, to: day, ...view.filter }),
      }),
    ),
  })
}

function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' }).format(new Date(`${day}T00:00:00Z`))
}

function currencyLinks(volumes: readonly Volume[], chosen: string): Html {
  const links = volumes.map(
    ({ currency, days }) =>
      html`<li data-id="${currency}"><a class="chip" href="/dashboard?currency=${currency}"${attributes({ 'aria-current': currency === chosen && 'true' })}><span data-field="week-${currency}">${formatMoney({ amount: sumOf(days, 'now'), currency }, 'en')}</span></a></li>
`,
  )
  return html`<details class="fold"${attributes({ open: chosen !== volumes[0]!.currency })}><summary>More currencies</summary>
<ul class="views views-wrap" data-list="currencies">${links}</ul></details>`
}

/** 999 %: above it a change says nothing. */
const MOST_CHANGE = 9.99

function changeOf(now: bigint, before: bigint): Html | false {
  if (before === 0n) return false
  const change = Number(now - before) / Number(before)
  if (change > MOST_CHANGE) return html`<span class="hint">– on the week before</span>`
  const words = `${change >= 0 ? '+' : '−'}${formatPercent(Math.abs(change))}`
  return html`<span class="hint"${attributes({ 'data-trend': change >= 0 ? 'good' : 'bad' })}>${words} on the week before</span>`
}

/** An amount of an axis, rounded: `€1.2K`. */
function axisOf(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return format.format(minor / 10 ** (minorUnits(currency) ?? 0))
}

function sumOf(days: readonly DayVolume[], week: 'now' | 'before'): bigint {
  return days.reduce((sum, day) => sum + day[week], 0n)
}
