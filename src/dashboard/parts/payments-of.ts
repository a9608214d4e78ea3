import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { formatAmount, formatTime, statusBadge } from './format.ts'
import { type Column, cell, list } from './list.ts'
import { amountOf, paymentHref } from './payment-labels.ts'

const REFERENCE: Column<Transaction> = cell.title('reference', 'Reference', ({ reference }) => reference)

interface PaymentList {
  /** The reference, if left out. */
  readonly title?: Column<Transaction>
  /** Columns before the time. */
  readonly further?: readonly Column<Transaction>[]
  /** Addition to the status. */
  readonly also?: Column<Transaction>['also']
}

/** A list of payments, each a link to its page. */
export function paymentList(
  payments: readonly Transaction[],
  timeZone: string,
  { title = REFERENCE, further = [], also, ...view }: PaymentList & { readonly name: string; readonly caption: string },
): Html {
  return list({
    ...view,
    rows: payments,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => paymentHref(id),
    columns: (cell) => [
      title,
      { ...cell.state('status', 'Status', ({ status }) => statusBadge(status)), also },
      ...further,
      cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(amountOf(one))),
    ],
  })
}

/** Payments of one object, newest first. @param owner the object, such as `session` */
export function paymentsOf(
  owner: string,
  payments: readonly Transaction[],
  timeZone: string,
  columns: PaymentList = {},
): Html {
  if (payments.length === 0) return html`<p class="sheet muted">No payments yet.</p>`
  const caption = `Payments of this ${owner}, newest first`
  return paymentList(payments, timeZone, { name: 'payments', caption, ...columns })
}
