import type { SettlementDay } from '#flows/ledger/settlement-days.ts'
import { type Html, html } from '#html/html.ts'
import { filters } from '../parts/filters.ts'
import { badge, formatAmount, formatCount, formatDay } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { pager } from '../parts/pager.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export interface SettlementsView {
  readonly days: readonly SettlementDay[]
  readonly typed: { readonly from?: string | undefined; readonly to?: string | undefined }
  readonly older?: string | undefined
}

const PATH = '/dashboard/settlements'

export function settlementsPage(caller: Viewer, { days, typed, older }: SettlementsView): DashboardPageAnswer {
  const isNarrowed = Boolean(typed.from || typed.to)
  return dashboardPage(caller, {
    page: 'settlements',
    title: 'Settlements',
    lead: 'One row per day and currency, newest first. Days are in UTC.',
    body: html`${filters({
      path: PATH,
      filters: [
        { name: 'from', label: 'From', value: typed.from ?? '', type: 'date' },
        { name: 'to', label: 'To', value: typed.to ?? '', type: 'date' },
      ],
    })}
${days.length === 0 ? nothing(isNarrowed) : rows(days)}
${pager({ older })}`,
  })
}

function rows(days: readonly SettlementDay[]): Html {
  const money = (amount: bigint, { currency }: SettlementDay) => formatAmount({ amount, currency })
  return list({
    name: 'settlements',
    caption: 'Settlement days, newest first',
    rows: days,
    idOf: ({ day, currency }) => `${day}-${currency}`,
    columns: (cell) => [
      cell.title('day', 'Day', ({ day }) => formatDay(day)),
      cell.note('currency', 'Currency', ({ currency }) => currency),
      cell.state('state', 'State', ({ isClosed }) => (isClosed ? badge('Closed', 'plain') : badge('Open', 'info'))),
      cell.number('rows', 'Transactions', ({ transactions }) => formatCount(transactions)),
      cell.number('gross', 'Gross', (day) => money(day.gross, day)),
      cell.number('fee', 'Fee', (day) => money(day.fee, day)),
      cell.figure('net', 'Net', (day) => money(day.gross - day.fee, day)),
      cell.more(
        'report',
        'Report',
        ({ day }) =>
          html`<a class="chip" href="${PATH}/${day}.csv" data-action="download" aria-label="Report of ${formatDay(day)} as CSV">CSV</a>
<a class="chip" href="${PATH}/${day}.csv?format=excel" data-action="download-excel" aria-label="Report of ${formatDay(day)} for Excel">Excel</a>`,
      ),
    ],
  })
}

function nothing(isNarrowed: boolean): Html {
  if (isNarrowed) return noMatch('days', PATH)
  return statePanel({
    state: 'empty',
    heading: 'No settlement days yet',
    words: 'Your first settlement day appears here with its report.',
  })
}
