import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { formatAmount, formatTime, statusBadge } from './format.ts'
import { type Column, cell, list } from './list.ts'
import { amountOf, paymentHref } from './payment-labels.ts'

export const REFERENCE: Column<Transaction> = cell.title('reference', 'Reference', ({ reference }) => reference)

/** Payments of one object, newest first. @param owner the object, such as `session` @param further columns before the time */
export function paymentsOf(
  owner: string,
  payments: readonly Transaction[],
  timeZone: string,
  title: Column<Transaction>,
  further: readonly Column<Transaction>[] = [],
): Html {
  if (payments.length === 0) return html`<p class="sheet muted">No payments yet.</p>`
  return list({
    name: 'payments',
    caption: `Payments of this ${owner}, newest first`,
    rows: payments,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => paymentHref(id),
    columns: (cell) => [
      title,
      cell.state('status', 'Status', ({ status }) => statusBadge(status)),
      ...further,
      cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(amountOf(one))),
    ],
  })
}
