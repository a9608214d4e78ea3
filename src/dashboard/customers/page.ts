import { isEmail } from '#domain/email-format.ts'
import { invalid } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import {
  createCustomer,
  listMerchantCustomers,
  readSpending,
  type Spending,
  type StoredCustomer,
  showCustomer,
} from '#flows/customers/index.ts'
import { requestErasure } from '#flows/erasures/index.ts'
import { listCustomerPaymentMethods, removePaymentMethod } from '#flows/stored-cards/index.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { customerExport } from '#http/api/erasures.ts'
import { get, type Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { CustomerBody, customerOf } from '#interface/customer.ts'
import type { PaymentMethod } from '#interface/payment-method.ts'
import { dialogButton, fieldsOf, formDialog, postButton, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { breakableEmail, formatAmount, formatTime } from '../parts/format.ts'
import { type Column, cell, list } from '../parts/list.ts'
import { customerLabel, markedMethod } from '../parts/payment-labels.ts'
import { paymentsOf } from '../parts/payments-of.ts'
import { factList } from '../parts/sheet.ts'
import { API_REFERENCE } from '../parts/states.ts'
import { trimOrUndefined } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { ifAvailable } from '../shell/read.ts'
import { action, paramsOf, requireMerchant, screen, validated } from '../shell/screen.ts'
import { CUSTOMERS_PATH, card, cardLabel, changeCardRoute, issuerLabel } from './card.ts'

const MOST_CARDS = 100
const SHOWN_PAYMENTS = 20

const customer = screen({
  path: `${CUSTOMERS_PATH}/:id`,
  permission: 'customers.read',
  done: { added: 'Customer added.', removed: 'Card removed.', changed: 'Card changed.' },
  read: async (gateway, { merchantId, params: { id } }) => {
    const [record, cards, payments] = await Promise.all([
      showCustomer(gateway, merchantId, id),
      listCustomerPaymentMethods(gateway, merchantId, id, undefined, MOST_CARDS),
      ifAvailable(readTransactions(gateway, merchantId, { customerId: id, originals: true }, SHOWN_PAYMENTS)),
    ])
    return { record, cards: cards.items, payments: payments?.items ?? [] }
  },
  show: (caller, { record, cards, payments }, shown) => {
    const { id, email, phone, address, city, postalCode, country, createdAt } = record
    const facts = factList([
      ['ID', html`<code>${id}</code>`, 'id'],
      ['Email', email && breakableEmail(email), 'email'],
      ['Phone', phone],
      ['Address', [address, postalCode, city, country].filter(Boolean).join(', ')],
      ['Created', formatTime(createdAt, caller.timeZone)],
    ])
    return {
      title: nameOf(record),
      back: { href: CUSTOMERS_PATH, words: 'Customers' },
      problemsIn: 'form',
      body: html`<div class="columns"><div>
<section class="stack"><h2>Payments</h2>${paymentsOf('customer', payments, caller.timeZone, { further: [METHOD] })}
<p><a href="/dashboard/transactions?customer=${encodeURIComponent(id)}">View all payments</a></p></section>
</div><div>
<section class="sheet"><h2>Details</h2>${facts}
${may(caller, 'customers.export') && html`<p><a class="button button-secondary" href="${CUSTOMERS_PATH}/${encodeURIComponent(id)}/export" data-action="export">Export data</a></p>`}</section>
<section class="stack"><h2>Saved cards</h2>${cardList(caller, id, cards)}</section>
${may(caller, 'customers.erase') && eraseForm(caller, id, shown)}
</div></div>`,
    }
  },
})

function nameOf(customer: StoredCustomer): string {
  return customerLabel({ customer }) || customer.id
}

function cardList(caller: PersonCaller, id: string, cards: readonly PaymentMethod[]): Html {
  if (cards.length === 0) return html`<p class="sheet muted">No saved cards.</p>`
  const canManage = may(caller, 'customers.manage')
  const hrefOf = ({ token }: PaymentMethod) => card.hrefOf({ id, token })
  const button = { words: 'Remove', does: 'remove-card', look: 'danger' } as const
  const removeOf = (one: PaymentMethod) =>
    canManage ? postButton(caller, { action: `${hrefOf(one)}/remove`, ...button }) : '–'
  return list({
    name: 'cards',
    caption: 'Saved cards of this customer',
    rows: cards,
    idOf: ({ token }) => token,
    columns: (column) => [
      column.title('card', 'Card', (one) =>
        canManage ? html`<a href="${hrefOf(one)}" data-action="change-card">${cardLabel(one)}</a>` : cardLabel(one),
      ),
      column.note('expiry', 'Expires', expiryLabel),
      ...(cards.some(({ issuerUpdate }) => issuerUpdate !== null) ? [ISSUER] : []),
      { ...column.figure('remove', 'Remove', removeOf), numeric: false },
    ],
  })
}

const METHOD: Column<Transaction> = cell.note('method', 'Method', markedMethod)
const ISSUER: Column<PaymentMethod> = cell.more('issuer', 'Issuer', (one) => issuerLabel(one.issuerUpdate) ?? '–')

function expiryLabel({ expiry }: PaymentMethod): string {
  return expiry ? `${String(expiry.month).padStart(2, '0')}/${String(expiry.year).slice(-2)}` : 'Unknown'
}

const removeCardRoute = action(customer, {
  at: '/cards/:token/remove',
  permission: 'customers.manage',
  done: 'removed',
  does: async (gateway, { merchantId, actor, params: { id, token } }) => {
    const changes = { customer_id: id }
    const entry = { actor, action: 'payment-method.removed' as const, merchantId, subject: token, changes }
    await removePaymentMethod(gateway, merchantId, token, { customerId: id, entry })
  },
})

function eraseForm(caller: PersonCaller, id: string, shown: Shown): Html {
  const field = fieldsOf(shown)
  return postForm(caller, {
    name: 'erase',
    action: `${customer.hrefOf({ id })}/erase`,
    className: 'form sheet',
    body: html`<h2>Erase customer</h2>
${problemSummary(shown.problems)}
<p>This permanently deletes the customer and their saved cards, and erases their personal data in payments. Amounts and results stay.</p>
${field({ name: 'confirmation', label: `Type ${id} to confirm`, required: true })}
<p><button class="button button-danger" data-action="erase">Erase customer</button></p>`,
  })
}

const eraseRoute = action(customer, {
  at: '/erase',
  permission: 'customers.erase',
  body: ['confirmation'],
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    if (trimOrUndefined(body.confirmation) !== id)
      throw invalid('confirmation', 'Enter the customer ID exactly as shown above.')
    await showCustomer(gateway, merchantId, id)
    await requestErasure(gateway, actor, merchantId, { customerId: id })
    return customers.to({}, 'erased')
  },
})

const customers = listing({
  path: CUSTOMERS_PATH,
  permission: 'customers.read',
  title: 'Customers',
  lead: () => 'Customers with saved details, newest first.',
  problemsIn: 'form',
  done: {
    erased: 'Customer and saved cards erased. Payments follow in a few seconds, those in progress after their end.',
  },
  search: 'Search by name, email or ID',
  read: async (gateway, { merchantId }, { q }, after) => {
    const page = await listMerchantCustomers(gateway, merchantId, { q, after }, DASHBOARD_PAGE_SIZE)
    const ids = page.items.map(({ id }) => id)
    return { ...page, spending: await ifAvailable(readSpending(gateway, merchantId, ids)) }
  },
  actions: (caller) => may(caller, 'customers.manage') && dialogButton('new-customer', 'Add customer'),
  above: (caller, _view, shown) => may(caller, 'customers.manage') && createForm(caller, shown),
  rows: ({ timeZone }, { spending }) => ({
    caption: 'Customers, newest first',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => customer.hrefOf({ id }),
    columns: (cell) => [
      cell.title('name', 'Name', (one) => nameOf(one)),
      cell.note('email', 'Email', ({ email }) => email && breakableEmail(email)),
      cell.more('since', 'Created', ({ createdAt }) => formatTime(createdAt, timeZone)),
      cell.time('last-payment', 'Last payment', ({ id }) => lastPayment(spending?.get(id), timeZone)),
      cell.figure('spent', 'Recent spend', ({ id }) => spentWords(spending?.get(id))),
    ],
  }),
  none: () => ({ words: 'Add a customer here, or through the API to save their cards.', action: API_REFERENCE }),
})

function lastPayment(spending: readonly Spending[] | undefined, timeZone: string): Html | string {
  const [latest] = spending ?? []
  return latest ? formatTime(latest.lastPaidAt, timeZone) : '–'
}

/** Each currency in its line, as sums of different ones mean nothing. */
function spentWords(spending: readonly Spending[] | undefined): Html | string {
  const [first, ...others] = spending ?? []
  if (!first) return '–'
  return others.length === 0
    ? formatAmount(first)
    : html`${[first, ...others].map((one) => html`<div>${formatAmount(one)}</div>`)}`
}

const NEW_FIELDS = ['first_name', 'last_name', 'email', 'phone'] as const

function createForm(caller: PersonCaller, shown: Shown): Html {
  const field = fieldsOf(shown)
  const form = postForm(caller, {
    name: 'customer',
    action: CUSTOMERS_PATH,
    isOnce: true,
    body: html`${problemSummary(shown.problems)}
${field({ name: 'first_name', label: 'First name' })}
${field({ name: 'last_name', label: 'Last name' })}
${field({ name: 'email', label: 'Email', type: 'email' })}
${field({ name: 'phone', label: 'Phone', hint: 'With the country code, for example +353 1 234 5678.' })}
<div class="form-actions"><button class="button button-primary" data-action="customer-create">Add customer</button>
<a class="button button-quiet" href="${CUSTOMERS_PATH}" data-close>Cancel</a></div>`,
  })
  return formDialog('new-customer', 'Add customer', form, shown.problems.length > 0)
}

const createRoute = action(customers, {
  permission: 'customers.manage',
  body: NEW_FIELDS,
  does: async (gateway, { merchantId, body }) => {
    const given = NEW_FIELDS.flatMap((name) => (body[name]?.trim() ? [[name, body[name].trim()] as const] : []))
    if (given.length === 0) throw invalid('first_name', 'Enter a name, an email or a phone number.')
    if (body.email?.trim() && !isEmail(body.email.trim()))
      throw invalid('email', 'Enter an email, for example ada@shop.example.')
    const wanted = customerOf(validated(gateway, CustomerBody, Object.fromEntries(given)))
    const { id } = await createCustomer(gateway, merchantId, wanted)
    return customer.to({ id }, 'added')
  },
})

const path = `${CUSTOMERS_PATH}/:id/export`

const exportRoute = get(path, {
  ...{ guard: 'person', permission: 'customers.export' },
  params: paramsOf(path),
  handle: (gateway, { caller, params }) => customerExport(gateway, requireMerchant(caller), params.id as string),
})

export const customerRoutes: readonly Route[] = [
  customers.route,
  createRoute,
  customer.route,
  card.route,
  changeCardRoute,
  removeCardRoute,
  exportRoute,
  eraseRoute,
]
