import type { Transaction } from '#domain/transaction.ts'
import type { StoredCustomer } from '#flows/customers/index.ts'
import type { PaymentMethod } from '#flows/stored-cards/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, formField, postButton, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { formatTime } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { paymentMethodLabel } from '../parts/payment-labels.ts'
import { paymentsOf, REFERENCE } from '../parts/payments-of.ts'
import { listedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { cardLabel, cardPath, issuerLabel } from './card-page.ts'

const PATH = '/dashboard/customers'

export interface CustomersView {
  readonly customers: readonly StoredCustomer[]
  readonly beside: PagerView
  readonly done?: string | undefined
}

export function customersPage(caller: Viewer, { customers, beside, done }: CustomersView): DashboardPageAnswer {
  const rows = list({
    name: 'customers',
    caption: 'Customers, newest first',
    rows: customers,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => `${PATH}/${encodeURIComponent(id)}`,
    columns: (cell) => [
      cell.title('name', 'Name', (customer) => nameOf(customer)),
      cell.note('email', 'Email', ({ email }) => email ?? ''),
      cell.more('id', 'ID', ({ id }) => listedId(id, 'customer')),
      cell.more('since', 'Created', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
    ],
  })
  return dashboardPage(caller, {
    page: 'customers',
    title: 'Customers',
    lead: `Customers with saved details, newest first. Times are in ${caller.timeZone}.`,
    body: html`${doneNotice(done)}
${customers.length > 0 ? rows : noneYet()}
${pager(beside)}`,
  })
}

function noneYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No customers yet',
    words: 'Create customers through the API to save their cards.',
    action: { href: '/docs/api', words: 'View API reference', name: 'reference' },
  })
}

function nameOf({ id, firstName, lastName }: StoredCustomer): string {
  return [firstName, lastName].filter(Boolean).join(' ') || id
}

export interface CustomerView {
  readonly customer: StoredCustomer
  readonly cards: readonly PaymentMethod[]
  readonly payments: readonly Transaction[]
  readonly problems?: readonly FieldProblem[]
  readonly typed?: string
  readonly done?: string | undefined
}

export function customerPage(caller: Viewer, view: CustomerView): DashboardPageAnswer {
  const { customer, problems = [], payments } = view
  const { id, email, phone, address, city, postalCode, country, createdAt } = customer
  const facts = factList([
    ['ID', html`<code>${id}</code>`, 'id'],
    ['Email', email, 'email'],
    ['Phone', phone],
    ['Address', [address, postalCode, city, country].filter(Boolean).join(', ')],
    ['Created', formatTime(createdAt, caller.timeZone)],
  ])
  return dashboardPage(caller, {
    page: 'customer',
    title: nameOf(customer),
    back: { href: PATH, words: 'Customers' },
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}
<div class="columns"><div>
<section class="stack"><h2>Payments</h2>${paymentsOf('customer', payments, caller.timeZone, REFERENCE, [
      cell.note('method', 'Method', paymentMethodLabel),
    ])}
<p><a href="/dashboard/transactions?customer=${encodeURIComponent(id)}">View all payments</a></p></section>
</div><div>
<section class="sheet"><h2>Details</h2>${facts}
${may(caller, 'customers.export') && html`<p><a class="button button-secondary" href="${PATH}/${encodeURIComponent(id)}/export" data-action="export">Export data</a></p>`}</section>
<section class="stack"><h2>Saved cards</h2>${cardList(caller, view)}</section>
${may(caller, 'customers.erase') && eraseForm(caller, view)}
</div></div>`,
  })
}

function cardList(caller: Viewer, { customer, cards }: CustomerView): Html {
  if (cards.length === 0) return html`<p class="sheet muted">No saved cards.</p>`
  const canManage = may(caller, 'customers.manage')
  return list({
    name: 'cards',
    caption: 'Saved cards of this customer',
    rows: cards,
    idOf: ({ token }) => token,
    columns: (cell) => [
      cell.title('card', 'Card', (card) => (canManage ? cardLink(customer, card) : cardLabel(card))),
      cell.note('expiry', 'Expires', expiryLabel),
      ...(cards.some(({ issuerUpdate }) => issuerUpdate !== null) ? [ISSUER] : []),
      {
        field: 'remove',
        head: 'Remove',
        place: 'figure',
        cell: ({ token }) =>
          canManage
            ? postButton(caller, {
                action: `${cardPath(customer.id, token)}/remove`,
                words: 'Remove',
                does: 'remove-card',
                look: 'danger',
              })
            : '–',
      },
    ],
  })
}

function cardLink({ id }: StoredCustomer, card: PaymentMethod): Html {
  return html`<a href="${cardPath(id, card.token)}" data-action="change-card">${cardLabel(card)}</a>`
}

const ISSUER: Column<PaymentMethod> = cell.more(
  'issuer',
  'Issuer',
  ({ issuerUpdate }) => issuerLabel(issuerUpdate) ?? '–',
)

function expiryLabel({ expiry }: PaymentMethod): string {
  return expiry ? `${String(expiry.month).padStart(2, '0')}/${String(expiry.year).slice(-2)}` : 'Unknown'
}

function eraseForm(caller: Viewer, { customer: { id }, problems = [], typed }: CustomerView): Html {
  return postForm(caller, {
    name: 'erase',
    action: `${PATH}/${encodeURIComponent(id)}/erase`,
    className: 'form sheet',
    body: html`<h2>Erase customer</h2>
${problemSummary(problems)}
<p>This permanently deletes the customer and their saved cards, and erases their personal data in payments. Amounts and results stay.</p>
${formField({
  name: 'confirmation',
  label: `Type ${id} to confirm`,
  value: typed,
  problem: problemOf(problems, 'confirmation'),
  required: true,
})}
<p><button class="button button-danger" data-action="erase">Erase customer</button></p>`,
  })
}
