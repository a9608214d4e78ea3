import type { Outcomes } from '#domain/analytics.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { countedAddress } from '../analytics/charts.ts'
import { formatCount, formatPercent } from '../parts/format.ts'
import { cell, list } from '../parts/list.ts'
import { codeName, paymentMethodLabel } from '../parts/payment-labels.ts'
import { paymentList } from '../parts/payments-of.ts'
import { type Tile, tiles } from '../parts/tiles.ts'
import { PAYMENTS_PATH } from '../payments/query.ts'
import type { Compared, HomeFigures, Reasons } from './figures.ts'

export function homeTiles({ today, week }: HomeFigures): Html {
  return tiles([
    countTile('today', 'Payments today', today, 'same day last week'),
    rateTile('today-rate', 'Approval rate today', today),
    countTile('week', 'Payments, 7 days', week, 'previous 7 days'),
    rateTile('week-rate', 'Approval rate, 7 days', week),
  ])
}

function countTile(field: string, name: string, { now, before }: Compared, when: string): Tile {
  const change = `${formatCount(before.payments)} ${when}`
  return { field, name, figure: formatCount(now.payments), change, href: '/dashboard/analytics' }
}

function rateTile(field: string, name: string, { now, before }: Compared): Tile {
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

/** The newest payments; nothing before the first. */
export function latestSection({ timeZone }: PersonCaller, payments: readonly Transaction[]): Html | false {
  if (payments.length === 0) return false
  const further = [cell.note<Transaction>('method', 'Method', paymentMethodLabel)]
  const rows = paymentList(payments, timeZone, { name: 'latest', caption: 'Latest payments', further })
  return html`<section class="stack"><div class="sheet-head"><h2>Latest payments</h2><a href="${PAYMENTS_PATH}">View all payments</a></div>${rows}</section>`
}
