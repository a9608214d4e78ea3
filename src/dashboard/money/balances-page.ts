import { majorUnitsOf } from '#domain/currency.ts'
import type { Balance } from '#flows/ledger/balances.ts'
import type { SettlementDay } from '#flows/ledger/settlement-days.ts'
import { type Html, html } from '#html/html.ts'
import { chart } from '../parts/chart.ts'
import { formatAmount, formatDay } from '../parts/format.ts'
import { statePanel } from '../parts/states.ts'
import { tiles } from '../parts/tiles.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export interface BalancesView {
  readonly balances: readonly Balance[]
  /** The last thirty days in UTC, oldest first. */
  readonly days: readonly string[]
  /** Those of them on which money moved, for each currency. */
  readonly moved: readonly SettlementDay[]
}

/** `/dashboard/balances` (docs/reference/balances.md#what-is-owed). */
export function balancesPage(caller: Viewer, { balances, days, moved }: BalancesView): DashboardPageAnswer {
  return dashboardPage(caller, {
    page: 'balances',
    title: 'Balances',
    lead: 'What you are owed, by currency. Days are in UTC.',
    body: balances.length === 0 ? nothingYet() : balances.map((balance) => ofCurrency(balance, days, moved)),
  })
}

function nothingYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No balance yet',
    words: 'Your balance appears here after your first approved payment.',
  })
}

function ofCurrency(
  { currency, pending, available, authorized }: Balance,
  days: readonly string[],
  moved: readonly SettlementDay[],
): Html {
  const money = (amount: bigint) => formatAmount({ amount, currency })
  const own = moved.filter((day) => day.currency === currency)
  return html`<section class="stack" data-currency="${currency}"><h2>${currency}</h2>
${tiles([
  { field: 'pending', name: 'Pending', figure: money(pending), change: 'From payments not settled yet' },
  {
    field: 'available',
    name: 'Available',
    figure: money(available),
    change: 'Settled, minus refunds, payouts and fees',
  },
  { field: 'held', name: 'Held on cards', figure: money(authorized), change: 'Authorized, not captured' },
])}
${own.length > 0 && html`<div class="sheet">${bars(currency, days, own)}</div>`}</section>`
}

/** Money in and out for each day, also without any. Numbers of the drawing are rounded, those of its table exact. */
function bars(currency: string, days: readonly string[], moved: readonly SettlementDay[]): Html {
  const money = (amount: bigint) => formatAmount({ amount, currency })
  const height = (amount: bigint) => Number(majorUnitsOf({ amount: amount < 0n ? -amount : amount, currency }))
  return chart({
    name: `net-${currency}`,
    title: `Net by day in ${currency}`,
    kind: 'bars',
    pointName: 'Day',
    axis: (value) => new Intl.NumberFormat('en', { notation: 'compact' }).format(value),
    series: [
      { name: 'In', tone: 'success' },
      { name: 'Out', tone: 'danger' },
    ],
    points: days.map((day) => {
      const { gross, fee } = moved.find((one) => one.day === day) ?? { gross: 0n, fee: 0n }
      const net = gross - fee
      const words = net === 0n ? '–' : money(net)
      const label = formatDay(day)
      return net < 0n
        ? { label, values: [0, height(net)], words: ['–', words] }
        : { label, values: [height(net), 0], words: [words, '–'] }
    }),
  })
}
