import { Type } from 'typebox'
import { readSettlementDays, type SettlementDay } from '#flows/ledger/settlement-days.ts'
import { settledTransactions } from '#flows/ledger/settlement-report.ts'
import { html } from '#html/html.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { settlementCsv } from '#http/api/ledger.ts'
import { get } from '#http/route.ts'
import { SettlementParams } from '#interface/ledger.ts'
import { badge, formatAmount, formatCount, formatDay } from '../parts/format.ts'
import { QueryText } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, FROM, listing, TO } from '../shell/listing.ts'
import { requireMerchant } from '../shell/screen.ts'
import { balances } from './balances.ts'

const PATH = '/dashboard/settlements'

const settlements = listing({
  path: PATH,
  permission: 'money.read',
  title: 'Daily reports',
  noun: 'days',
  lead: () => 'One row per day and currency, newest first. Days are in UTC.',
  filters: { from: FROM, to: TO },
  read: (gateway, { merchantId }, period, after) =>
    readSettlementDays(gateway, merchantId, period, after, DASHBOARD_PAGE_SIZE),
  rows: () => ({
    caption: 'Settlement days, newest first',
    idOf: ({ day, currency }) => `${day}-${currency}`,
    columns: (cell) => [
      cell.title('day', 'Day', ({ day }) => formatDay(day)),
      cell.note('currency', 'Currency', ({ currency }) => currency),
      cell.state('state', 'State', ({ isClosed }) => (isClosed ? badge('Closed', 'plain') : badge('Open', 'info'))),
      cell.number('rows', 'Transactions', ({ transactions }) => formatCount(transactions)),
      cell.number('gross', 'Gross', (day) => moneyOf(day, day.gross)),
      cell.number('fee', 'Fee', (day) => moneyOf(day, day.fee)),
      cell.figure('net', 'Net', (day) => moneyOf(day, day.gross - day.fee)),
      cell.more(
        'report',
        'Report',
        ({ day }) =>
          html`<a href="${PATH}/${day}.csv" data-action="download" aria-label="Report of ${formatDay(day)} as CSV">CSV</a> · <a href="${PATH}/${day}.csv?format=excel" data-action="download-excel" aria-label="Report of ${formatDay(day)} for Excel">Excel</a>`,
      ),
    ],
  }),
  none: () => ({
    heading: 'No settlement days yet',
    words: 'Your first settlement day appears here with its report.',
  }),
})

function moneyOf({ currency }: SettlementDay, amount: bigint): string {
  return formatAmount({ amount, currency })
}

const fileRoute = get(`${PATH}/:date.csv`, {
  ...{ guard: 'person', permission: 'money.read' },
  params: SettlementParams,
  query: Type.Object({ format: QueryText }),
  handle: async (gateway, { caller, params: { date }, query: { format } }) => {
    const transactions = settledTransactions(gateway, requireMerchant(caller), date)
    return csvAnswer(`settlement-${date}.csv`, settlementCsv(csvFormatOf(format), transactions))
  },
})

export const moneyRoutes = [balances.route, settlements.route, fileRoute]
