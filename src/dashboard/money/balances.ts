import { majorUnitsOf } from '#domain/currency.ts'
import { addDays } from '#domain/time-zone.ts'
import { type Balance, readBalances } from '#flows/ledger/balances.ts'
import { readSettlementDays, type SettlementDay } from '#flows/ledger/settlement-days.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { chart } from '../parts/chart.ts'
import { formatAmount, formatCompact, formatDay } from '../parts/format.ts'
import { statePanel } from '../parts/states.ts'
import { tiles } from '../parts/tiles.ts'
import { screen } from '../shell/screen.ts'

const SHOWN_DAYS = 30

/** The last thirty days in UTC, oldest first, and those on which money moved, for each currency. */
interface Moves {
  readonly days: readonly string[]
  readonly moved: readonly SettlementDay[]
}

/** Money owed to the merchant (docs/reference/balances.md#what-is-owed). */
export const balances = screen({
  path: '/dashboard/balances',
  permission: 'money.read',
  read: async (gateway, { merchantId }) => {
    const today = gateway.clock.now().toISOString().slice(0, 10)
    const days = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(today, index + 1 - SHOWN_DAYS))
    const all = await readBalances(gateway, merchantId)
    const most = Math.max(all.length, 1) * SHOWN_DAYS
    const { items } = await readSettlementDays(gateway, merchantId, { from: days[0], to: today }, undefined, most)
    return { all, days, moved: items }
  },
  show: (_caller, { all, ...moves }) => ({
    title: 'Balances',
    lead: 'What you are owed, by currency, the busiest first. Days are in UTC.',
    body:
      all.length === 0
        ? statePanel('empty', 'No balance yet', 'Your balance appears here after your first approved payment.')
        : busiestFirst(all, moves).map((balance, index) => currencySection(balance, moves, index === 0)),
  }),
})

function busiestFirst(all: readonly Balance[], { moved }: Moves): readonly Balance[] {
  const days = Map.groupBy(moved, ({ currency }) => currency)
  const count = ({ currency }: Balance) => days.get(currency)?.length ?? 0
  return all.toSorted((one, other) => count(other) - count(one))
}

/** @param isFirst the chart of the busiest currency stands open, others fold */
function currencySection(balance: Balance, { days, moved }: Moves, isFirst: boolean): Html {
  const { currency, pending, available, authorized } = balance
  const money = (amount: bigint) => formatAmount({ amount, currency })
  const own = moved.filter((day) => day.currency === currency)
  const change = 'Settled, minus refunds, payouts and fees'
  return html`<section class="stack" data-currency="${currency}"><h2>${currency}</h2>
${tiles([
  { field: 'pending', name: 'Pending', figure: money(pending), change: 'From payments not settled yet' },
  { field: 'available', name: 'Available', figure: money(available), change },
  { field: 'held', name: 'Held on cards', figure: money(authorized), change: 'Authorized, not captured' },
])}
${own.length > 0 && html`<details class="sheet"${attributes({ open: isFirst })}><summary>Last 30 days</summary>${bars(currency, { days, moved: own })}</details>`}</section>`
}

/** Money in and out for each day, also without any. Numbers of the drawing are rounded, those of its table exact. */
function bars(currency: string, { days, moved }: Moves): Html {
  const height = (amount: bigint) => Number(majorUnitsOf({ amount: amount < 0n ? -amount : amount, currency }))
  return chart({
    name: `net-${currency}`,
    title: `Net by day in ${currency}`,
    kind: 'bars',
    pointName: 'Day',
    axis: formatCompact,
    series: [
      { name: 'In', tone: 'success' },
      { name: 'Out', tone: 'danger' },
    ],
    points: days.map((day) => {
      const { gross, fee } = moved.find((one) => one.day === day) ?? { gross: 0n, fee: 0n }
      const net = gross - fee
      const words = net === 0n ? '–' : formatAmount({ amount: net, currency })
      const label = formatDay(day)
      return net < 0n
        ? { label, values: [0, height(net)], words: ['–', words] }
        : { label, values: [height(net), 0], words: [words, '–'] }
    }),
  })
}
