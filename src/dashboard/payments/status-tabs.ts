import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { PAYMENTS_PATH, searchOf } from './payment-address.ts'
import type { PaymentListQuery } from './queries.ts'

const TABS: readonly (readonly [tab: string, words: string, filter: Pick<PaymentListQuery, 'status' | 'refunded'>])[] =
  [
    ['all', 'All', {}],
    ['succeeded', 'Succeeded', { status: 'APPROVED' }],
    ['declined', 'Declined', { status: 'DECLINED' }],
    ['pending', 'Pending', { status: 'PENDING' }],
    ['refunded', 'Refunded', { refunded: 'yes' }],
  ]

/** The most wanted lists as tabs; the other filters stay as they are. */
export function statusTabs({ status, refunded, ...others }: PaymentListQuery): Html {
  const isOpen = (filter: (typeof TABS)[number][2]) =>
    (filter.status ?? '') === (status ?? '') && (filter.refunded ?? '') === (refunded ?? '')
  return html`<nav class="tabs" aria-label="Payments by status">
${TABS.map(
  ([tab, words, filter]) =>
    html`<a href="${PAYMENTS_PATH}${searchOf({ ...others, ...filter })}" data-tab="${tab}"${attributes({ 'aria-current': isOpen(filter) && 'page' })}>${words}</a>
`,
)}</nav>`
}
