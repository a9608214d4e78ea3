import { majorUnitsOf } from '#domain/currency.ts'
import { addDays } from '#domain/time-zone.ts'
import { type Balance, readBalances } from '#flows/ledger/balances.ts'
import { readSettlementDays, type SettlementDay } from '#flows/ledger/settlement-days.ts'
import { type Html, html } from '#html/html.ts'
import { chart } from '../parts/chart.ts'
import { formatAmount, formatCompact, formatDay } from '../parts/format.ts'
import { statePanel } from '../parts/states.ts'
import { tiles } from '../parts/tiles.ts'
import { requireMerchant, screen } from '../shell/screen.ts'

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
  summary: 'Balances by currency, with the last 30 days',
  page: 'balances',
  read: async (gateway, { caller }) => {
    const merchantId = requireMerchant(caller)
    const today = gateway.clock.now().toISOString().slice(0, 10)
    const days = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(today, index + 1 - SHOWN_DAYS))
    const all = await readBalances(gateway, merchantId)
    const most = Math.max(all.length, 1) * SHOWN_DAYS
    const { items } = await readSettlementDays(gateway, merchantId, { from: days[0], to: today }, undefined, most)
    return { all, days, moved: items }
  },
  show: (_caller, { all, ...moves }) => ({
    title: 'Balances',
    lead: 'What you are owed, by currency. Days are in UTC.',
    body: all.length === 0 ? noBalance() : all.map((balance) => currencySection(balance, moves)),
  }),
})

function noBalance(): Html {
  const words = 'Your balance appears here after your first approved payment.'
  return statePanel({ state: 'empty', heading: 'No balance yet', words })
}

function currencySection({ currency, pending, available, authorized }: Balance, { days, moved }: Moves): Html {
  const money = (amount: bigint) => formatAmount({ amount, currency })
  const own = moved.filter((day) => day.currency === currency)
  const change = 'Settled, minus refunds, payouts and fees'
  return html`<section class="stack" data-currency="${currency}"><h2>${currency}</h2>
${tiles([
  { field: 'pending', name: 'Pending', figure: money(pending), change: 'From payments not settled yet' },
  { field: 'available', name: 'Available', figure: money(available), change },
  { field: 'held', name: 'Held on cards', figure: money(authorized), change: 'Authorized, not captured' },
])}
${own.length > 0 && html`<div class="sheet">${bars(currency, { days, moved: own })}</div>`}</section>`
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
