import type { Group } from '#domain/analytics.ts'
import { type Html, html } from '#html/html.ts'
import { countedAddress } from '../analytics/charts.ts'
import { formatCount } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { codeName } from '../parts/payment-labels.ts'

/** Declined payments of some days by processing code, most first. */
export interface Reasons {
  readonly from: string
  readonly to: string
  readonly groups: readonly Group[]
}

const MOST = 5

export function reasonsSection(reasons: Reasons | undefined): Html | false {
  if (!reasons) return false
  const { from, to, groups } = reasons
  if (groups.length === 0) {
    return html`<section class="sheet"><h2>Declined, last 7 days</h2><p class="muted">No declined payments.</p></section>`
  }
  return html`<section class="stack"><h2>Declined, last 7 days</h2>${list({
    name: 'reasons',
    caption: 'Declined payments by reason, most first',
    rows: groups.slice(0, MOST),
    idOf: ({ value }) => value,
    hrefOf: ({ value }) => countedAddress({ status: 'DECLINED', code: value, from, to }),
    columns: (cell) => [
      cell.title('reason', 'Reason', ({ value }) => codeName(value)),
      cell.figure('declined', 'Payments', (group) => formatCount(group.declined)),
    ],
  })}</section>`
}
