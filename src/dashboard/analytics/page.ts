import type { Group, Outcomes, PaymentAnalytics } from '#domain/analytics.ts'
import { addDays, dayIn, daysBetween, startOfDay } from '#domain/time-zone.ts'
import { type AnalyticsQuery, readPaymentAnalytics } from '#flows/analytics.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { filters } from '../parts/filters.ts'
import { formatCount, formatPercent, timeWithin } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { codeName, methodLabel } from '../parts/payment-labels.ts'
import { statePanel } from '../parts/states.ts'
import { approvedTiles, type Tile, tiles } from '../parts/tiles.ts'
import { accountNames, ifAvailable, terminalNames } from '../shell/read.ts'
import { requireMerchant, screen, type Texts } from '../shell/screen.ts'
import { countedAddress, outcomeChart, rateChart } from './charts.ts'

const STEPS = [
  ['day', 'Days'],
  ['hour', 'Hours'],
] as const

export const analytics = screen({
  path: '/dashboard/analytics',
  permission: 'analytics.read',
  query: ['from', 'to', 'interval', 'by', 'terminal', 'compare'],
  read: (gateway, { caller, query }) => readReport(gateway, caller, query),
  show: (caller, report) => ({
    title: 'Analytics',
    lead: 'Completed payments, by the day they began.',
    body: html`${filterBar(report)}
${report.figures ? reportOf(caller, report, report.figures) : tooSlow()}`,
  }),
})

function filterBar({ typed, figures, by, terminals }: Report): Html {
  const { from = '', to = '', interval = '', terminal = '', compare = '' } = typed
  return filters({
    path: '/dashboard/analytics',
    filters: [
      { name: 'from', label: 'From', value: figures?.from ?? from, type: 'date' },
      { name: 'to', label: 'To', value: figures?.to ?? to, type: 'date' },
      { name: 'interval', label: 'Interval', value: figures?.interval ?? interval, options: STEPS },
      { name: 'by', label: 'Group by', value: by, options: DIMENSIONS },
      { name: 'terminal', label: 'Terminal', value: terminal, options: [...terminals] },
      { name: 'compare', label: 'Compare', value: compare, options: [['before', 'Compare with previous period']] },
    ],
  })
}

function tooSlow(): Html {
  const words = 'We stopped it to keep payments fast. Choose a shorter period or try again.'
  const retry = { href: '/dashboard/analytics', words: 'Try again', name: 'retry' }
  return statePanel('error', 'This report took too long', words, retry)
}

function reportOf(caller: PersonCaller, view: Report, figures: PaymentAnalytics): Html {
  const { countedUntil, totals } = figures
  if (totals.payments === 0)
    return statePanel('no-match', 'No completed payments in this period', 'Choose another period.')
  const [, dimension] = DIMENSIONS.find(([name]) => name === view.by)!
  return html`${tiles(tilesOf(caller, view, totals))}
<section class="sheet">${outcomeChart(figures, view)}</section>
<section class="sheet">${rateChart(figures, view)}
<p class="hint">Approved ÷ (approved + declined). Canceled, expired and invalid payments are not counted.</p></section>
<div class="columns columns-even">
<section class="stack"><h2>By ${dimension.toLowerCase()}</h2>${groupList('groups', dimension, figures.groups, (value) => nameOf(view, value))}</section>
<section class="stack"><h2>Decline reasons</h2>${declineList(view, figures)}</section>
<section class="stack"><h2>3-D Secure</h2>${groupList('three-ds', 'Result', figures.threeDs, (value) => THREE_DS[value] ?? value)}</section>
<section class="stack"><h2>Retries with another account</h2>${groupList('retries', 'Accounts', figures.retries, retryWords)}</section>
</div>
${countedUntil && html`<p class="hint">Updated ${timeWithin(countedUntil, caller.timeZone, 'second')}.</p>`}`
}

function tilesOf(caller: PersonCaller, { before, currencies = [] }: Report, totals: Outcomes): readonly Tile[] {
  return [
    {
      field: 'payments',
      name: 'Payments',
      figure: formatCount(totals.payments),
      change: before && `${formatCount(before.payments)} in the previous period`,
    },
    { field: 'approved', name: 'Approved', figure: formatCount(totals.approved) },
    { field: 'declined', name: 'Declined', figure: formatCount(totals.declined) },
    {
      field: 'approval-rate',
      name: 'Approval rate',
      figure: rateOf(totals),
      change: before && `${rateOf(before)} in the previous period`,
      good: before?.approvalRate ? (totals.approvalRate ?? 0) >= before.approvalRate : undefined,
    },
    ...approvedTiles(may(caller, 'money.read') ? currencies : []),
  ]
}

const rateOf = ({ approvalRate }: Outcomes) => (approvalRate === null ? '–' : formatPercent(approvalRate))

const THREE_DS: Readonly<Record<string, string>> = {
  none: 'Not used',
  frictionless: 'Frictionless',
  challenged: 'Challenged',
  failed: 'Failed',
  abandoned: 'Abandoned',
}

function retryWords(value: string): string {
  if (value === '0') return 'First account only'
  return value === '1' ? 'Second account' : `${Number(value) + 1} accounts`
}

function nameOf({ by, accounts, terminals }: Report, value: string): string {
  if (value === '') return by === 'brand' ? 'Without a brand' : 'Unknown'
  if (by === 'terminal') return terminals.get(value) ?? value
  if (by === 'brand') return BRAND_NAMES[value] ?? value
  if (by === 'method') return methodLabel(value)
  if (by === 'country') return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(value) ?? value
  return accounts.get(value) ?? value
}

function groupList(name: string, head: string, groups: readonly Group[], words: (value: string) => string): Html {
  return list({
    name,
    caption: 'Payments by value, highest first',
    rows: groups.slice(0, 20),
    idOf: ({ value }) => value,
    columns: (cell) => [
      cell.title('value', head, ({ value }) => words(value)),
      cell.figure('payments', 'Payments', ({ payments }) => formatCount(payments)),
      cell.number('approved', 'Approved', ({ approved }) => formatCount(approved)),
      { ...cell.time('rate', 'Rate', rateOf), numeric: true },
    ],
  })
}

function declineList({ codes = [], typed }: Report, { from, to, totals }: PaymentAnalytics): Html {
  const declined = codes.filter((group) => group.declined > 0)
  if (declined.length === 0) return html`<p class="sheet muted">No declined payments.</p>`
  return list({
    name: 'declines',
    caption: 'Declined payments by code, highest first',
    rows: declined,
    idOf: ({ value }) => value,
    hrefOf: ({ value }) => countedAddress({ status: 'DECLINED', code: value, from, to, terminal: typed.terminal }),
    columns: (cell) => [
      cell.title('words', 'Reason', ({ value }) => codeName(value)),
      cell.note('code', 'Code', ({ value }) => value),
      cell.figure('declined', 'Payments', (group) => formatCount(group.declined)),
      { ...cell.time('share', 'Share', (group) => formatPercent(group.declined / totals.declined)), numeric: true },
    ],
  })
}

type Dimension = NonNullable<AnalyticsQuery['groupBy']>

const DIMENSIONS: readonly (readonly [dimension: Dimension, words: string])[] = [
  ['brand', 'Brand'],
  ['country', 'Country'],
  ['provider_account', 'Provider account'],
  ['terminal', 'Terminal'],
  ['method', 'Method'],
  ['currency', 'Currency'],
  ['bin', 'Issuer (BIN)'],
]

type Report = Awaited<ReturnType<typeof readReport>>

const MOST_DAYS = { day: 400, hour: 7 } as const
/** Hours are kept for 35 days. */
const DAYS_WITH_HOURS = 34

/** Reads the parts of the page; each is undefined if it could not be read in time, or shows amounts to a role without. */
async function readReport(gateway: Gateway, caller: PersonCaller, typed: Texts) {
  const merchantId = requireMerchant(caller)
  const by = DIMENSIONS.map(([dimension]) => dimension).find((dimension) => dimension === typed.by) ?? 'brand'
  // BINs are counted by day.
  const interval = typed.interval === 'hour' && by !== 'bin' ? 'hour' : 'day'
  const now = gateway.clock.now()
  const today = dayIn(caller.timeZone, now)
  const days = interval === 'hour' ? daysWithHours(typed, today) : daysOf(typed, today)
  const terminalId = typed.terminal || undefined
  const read = (query: AnalyticsQuery) =>
    ifAvailable(readPaymentAnalytics(gateway, merchantId, { terminalId, interval, ...query }))
  const [terminals, accounts, figures, before, codes, currencies] = await Promise.all([
    terminalNames(gateway, merchantId),
    accountNames(gateway, merchantId),
    read({ ...days, groupBy: by }),
    typed.compare ? read(daysBefore(days)) : undefined,
    read({ ...days, groupBy: 'code' }),
    may(caller, 'money.read') ? read({ ...days, groupBy: 'currency' }) : undefined,
  ])
  return {
    ...{ typed, by, now, terminals, accounts, figures: typed.from ? figures : sinceFirst(figures) },
    ...{ before: before?.totals, codes: codes?.groups, currencies: currencies?.groups },
  }
}

/** Begins with the first day that has a payment, unless a day was chosen. */
function sinceFirst(figures: PaymentAnalytics | undefined): PaymentAnalytics | undefined {
  return figures && { ...figures, from: figures.intervals[0]?.day ?? figures.from }
}

interface Days {
  readonly from: string
  readonly to: string
}

/** Thirty days until today, unless others are asked for that make sense; of three days the middle one is in bounds. */
function daysOf(typed: Texts, today: string): Days {
  const real = (day: string | undefined) => (day && startOfDay('UTC', day) ? day : undefined)
  const to = real(typed.to) ?? today
  const [, from] = [addDays(to, 1 - MOST_DAYS.day), real(typed.from) ?? addDays(to, -29), to].sort()
  return { from: from!, to }
}

/** A week at most, and none of which the hours are forgotten; today, unless others are asked for. */
function daysWithHours(typed: Texts, today: string): Days {
  const asked = daysOf({ ...typed, from: typed.from || typed.to || today }, today)
  const oldest = addDays(today, -DAYS_WITH_HOURS)
  const to = later(asked.to, oldest)
  return { from: later(addDays(to, 1 - MOST_DAYS.hour), later(asked.from, oldest)), to }
}

function later(one: string, other: string): string {
  return [one, other].sort()[1]!
}

function daysBefore({ from, to }: Days): Days {
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) }
}
