import type { Group, Outcomes, PaymentAnalytics } from '#domain/analytics.ts'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { filters } from '../parts/filters.ts'
import { formatAmount, formatCount, formatPercent, formatTime } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { statePanel } from '../parts/states.ts'
import { type Tile, tiles } from '../parts/tiles.ts'
import { screen } from '../shell/screen.ts'
import { countedAddress, outcomeChart, rateChart } from './charts.ts'
import { DIMENSIONS, type Report, readReport } from './report.ts'

const STEPS = [
  ['day', 'Days'],
  ['hour', 'Hours'],
] as const

export const analytics = screen({
  path: '/dashboard/analytics',
  permission: 'analytics.read',
  summary: 'Analytics of completed payments',
  page: 'analytics',
  query: ['from', 'to', 'interval', 'by', 'terminal', 'compare'],
  read: (gateway, { caller, query }) => readReport(gateway, caller, query),
  show: (caller, report) => ({
    title: 'Analytics',
    lead: `Completed payments by start day (${caller.timeZone}).`,
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
  return statePanel({
    state: 'error',
    heading: 'This report took too long',
    words: 'We stopped it to keep payments fast. Choose a shorter period or try again.',
    action: { href: '/dashboard/analytics', words: 'Try again', name: 'retry' },
  })
}

function reportOf(caller: PersonCaller, view: Report, figures: PaymentAnalytics): Html {
  const { countedUntil, totals } = figures
  if (totals.payments === 0) {
    const words = 'Choose another period.'
    return statePanel({ state: 'no-match', heading: 'No completed payments in this period', words })
  }
  return html`${tiles(tilesOf(caller, view, totals))}
<section class="sheet">${outcomeChart(figures, view)}</section>
<section class="sheet">${rateChart(figures, view)}
<p class="hint">Approved ÷ (approved + declined). Canceled, expired and invalid payments are not counted.</p></section>
<div class="columns columns-even">
<section class="stack"><h2>By ${DIMENSIONS.find(([dimension]) => dimension === view.by)![1].toLowerCase()}</h2>${groupList('groups', figures.groups, (value) => nameOf(view, value))}</section>
<section class="stack"><h2>Decline reasons</h2>${declineList(view, figures)}</section>
<section class="stack"><h2>3-D Secure</h2>${groupList('three-ds', figures.threeDs, (value) => THREE_DS[value] ?? value)}</section>
<section class="stack"><h2>Retries with another account</h2>${groupList('retries', figures.retries, retryWords)}</section>
</div>
${countedUntil && html`<p class="hint">Updated ${formatTime(countedUntil, caller.timeZone, 'second')}.</p>`}`
}

function tilesOf(caller: PersonCaller, { before, currencies = [] }: Report, totals: Outcomes): readonly Tile[] {
  const rate = (outcomes: Outcomes) => (outcomes.approvalRate === null ? '–' : formatPercent(outcomes.approvalRate))
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
      figure: rate(totals),
      change: before && `${rate(before)} in the previous period`,
      good: before?.approvalRate ? (totals.approvalRate ?? 0) >= before.approvalRate : undefined,
    },
    ...(may(caller, 'money.read') ? currencies : [])
      .filter(({ approvedAmount }) => approvedAmount !== null && approvedAmount > 0n)
      .slice(0, 4)
      .map(({ value, approvedAmount }) => ({
        field: `approved-${value}`,
        name: `Approved in ${value}`,
        figure: formatAmount({ amount: approvedAmount ?? 0n, currency: value }),
      })),
  ]
}

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
  if (value === '') return 'Unknown'
  if (by === 'terminal') return terminals.get(value) ?? value
  if (by === 'brand') return BRAND_NAMES[value] ?? value
  if (by === 'method') return methodLabel(value)
  if (by === 'country') return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(value) ?? value
  return accounts.get(value) ?? value
}

function groupList(name: string, groups: readonly Group[], words: (value: string) => string): Html {
  return list({
    name,
    caption: 'Payments by value, highest first',
    rows: groups.slice(0, 20),
    idOf: ({ value }) => value,
    columns: (cell) => [
      cell.title('value', 'Value', ({ value }) => words(value)),
      cell.figure('payments', 'Payments', ({ payments }) => formatCount(payments)),
      cell.number('approved', 'Approved', ({ approved }) => formatCount(approved)),
      {
        field: 'rate',
        head: 'Rate',
        place: 'time',
        numeric: true,
        cell: ({ approvalRate }) => (approvalRate === null ? '–' : formatPercent(approvalRate)),
      },
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
      cell.title('code', 'Code', ({ value }) => value),
      cell.note('words', 'Meaning', ({ value }) => PROCESSING_CODES[value as ProcessingCode]?.name ?? 'Unknown'),
      cell.figure('declined', 'Payments', (group) => formatCount(group.declined)),
      {
        field: 'share',
        head: 'Share',
        place: 'time',
        numeric: true,
        cell: (group) => formatPercent(group.declined / totals.declined),
      },
    ],
  })
}
