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
      columns: [
        { field: 'reference', head: 'Reference', place: 'title', cell: ({ reference }) => reference },
        { field: 'status', head: 'Status', place: 'state', cell: ({ status }) => statusBadge(status) },
        { field: 'method', head: 'Method', place: 'note', cell: paymentMethodLabel },
        { field: 'time', head: 'Time', place: 'time', cell: ({ createdAt }) => formatTime(createdAt, timeZone) },
        {
          field: 'amount',
          head: 'Amount',
          place: 'figure',
          numeric: true,
          cell: (payment) => formatAmount(amountOf(payment)),
        },
      ],
    },
  )}</section>`
}
