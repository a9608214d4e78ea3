import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { formatAmount, formatTime } from './format.ts'
import { type Column, cell, list } from './list.ts'
import { amountOf, customerLabel, paymentBadge, paymentHref } from './payment-labels.ts'

const REFERENCE: Column<Transaction> = cell.title('reference', 'Reference', ({ reference }) => reference)

interface PaymentList {
  readonly title?: Column<Transaction>
  /** Columns before the time. */
  readonly further?: readonly Column<Transaction>[]
  readonly also?: Column<Transaction>['also']
}

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
      { ...cell.state('status', 'Status', (one) => paymentBadge(one)), also },
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

/** Customer below a payment in a list, for roles that see customers. */
export function customerLine(caller: PersonCaller, payment: Transaction | undefined): Html | false {
  const name = payment && may(caller, 'payments.read-customer') && customerLabel(payment)
  return Boolean(name) && html`<div class="hint breaks" data-field="customer">${name}</div>`
}
