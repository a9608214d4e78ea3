import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { formatAmount, formatTime, statusBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { amountOf, paymentMethodLabel } from '../parts/payment-labels.ts'
import { PAYMENTS_PATH } from '../payments/payment-address.ts'
import type { Viewer } from '../shell/viewer.ts'

/** The newest payments; nothing before the first. */
export function latestSection({ timeZone }: Viewer, payments: readonly Transaction[]): Html | false {
  if (payments.length === 0) return false
  return html`<section class="stack"><div class="sheet-head"><h2>Latest payments</h2><a href="${PAYMENTS_PATH}">View all payments</a></div>${list(
    {
      name: 'latest',
      caption: 'Latest payments',
      rows: payments,
      idOf: ({ id }) => id,
      hrefOf: ({ id }) => `${PAYMENTS_PATH}/${encodeURIComponent(id)}`,
      columns: (cell) => [
        cell.title('reference', 'Reference', ({ reference }) => reference),
        cell.state('status', 'Status', ({ status }) => statusBadge(status)),
        cell.note('method', 'Method', paymentMethodLabel),
        cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone)),
        cell.figure('amount', 'Amount', (payment) => formatAmount(amountOf(payment))),
      ],
    },
  )}</section>`
}
