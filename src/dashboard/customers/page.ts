import { Type } from 'typebox'
import { invalid } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type StoredCustomer, showCustomer } from '#flows/customers/index.ts'
import { requestErasure } from '#flows/erasures/index.ts'
import { listCustomerPaymentMethods, removePaymentMethod } from '#flows/stored-cards/index.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import type { Answer } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import type { PaymentMethod } from '#interface/payment-method.ts'
import { factList } from '../parts/facts.ts'
import { fieldsOf, postButton, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { formatTime } from '../parts/format.ts'
import { type Column, cell, list } from '../parts/list.ts'
import { paymentMethodLabel } from '../parts/payment-labels.ts'
import { paymentsOf } from '../parts/payments-of.ts'
import { action } from '../shell/action.ts'
import { textFields, trimOrUndefined } from '../shell/list-query.ts'
import { ifAvailable } from '../shell/read.ts'
import { requireMerchant, screen } from '../shell/screen.ts'
import { CUSTOMERS_PATH, card, cardLabel, issuerLabel } from './card.ts'

const MOST_CARDS = 100
const SHOWN_PAYMENTS = 20

export const customer = screen({
  path: `${CUSTOMERS_PATH}/:id`,
  permission: 'customers.read',
  summary: 'A customer with cards and payments',
  page: 'customer',
  done: { removed: 'Card removed.', changed: 'Card changed.' },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const [record, cards, payments] = await Promise.all([
      showCustomer(gateway, merchantId, id),
      listCustomerPaymentMethods(gateway, merchantId, id, undefined, MOST_CARDS),
      ifAvailable(readTransactions(gateway, merchantId, { customerId: id }, SHOWN_PAYMENTS)),
    ])
    return { record, cards: cards.items, payments: payments?.items ?? [] }
  },
  show: (caller, { record, cards, payments }, shown) => {
    const { id, email, phone, address, city, postalCode, country, createdAt } = record
    const facts = factList([
      ['ID', html`<code>${id}</code>`, 'id'],
      ['Email', email, 'email'],
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

export function nameOf({ id, firstName, lastName }: StoredCustomer): string {
  return [firstName, lastName].filter(Boolean).join(' ') || id
}

function cardList(caller: PersonCaller, id: string, cards: readonly PaymentMethod[]): Html {
  if (cards.length === 0) return html`<p class="sheet muted">No saved cards.</p>`
  const canManage = may(caller, 'customers.manage')
  const hrefOf = ({ token }: PaymentMethod) => card.hrefOf({ id, token })
  const button = { words: 'Remove', does: 'remove-card', look: 'danger' } as const
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
      {
        field: 'remove',
        head: 'Remove',
        place: 'figure',
        cell: (one) => (canManage ? postButton(caller, { action: `${hrefOf(one)}/remove`, ...button }) : '–'),
      },
    ],
  })
}

const METHOD: Column<Transaction> = cell.note('method', 'Method', paymentMethodLabel)
const ISSUER: Column<PaymentMethod> = cell.more('issuer', 'Issuer', (one) => issuerLabel(one.issuerUpdate) ?? '–')

function expiryLabel({ expiry }: PaymentMethod): string {
  return expiry ? `${String(expiry.month).padStart(2, '0')}/${String(expiry.year).slice(-2)}` : 'Unknown'
}

export const removeCardRoute = action(customer, {
  at: '/cards/:token/remove',
  permission: 'customers.manage',
  summary: 'Remove a saved card',
  done: 'removed',
  does: async (gateway, { caller, actor, params: { id, token } }) => {
    const merchantId = requireMerchant(caller)
    const entry = { actor, action: 'payment-method.removed', merchantId, subject: token, changes: { customer_id: id } }
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

/** @param erased leads to the list */
export const eraseRoute = (erased: () => Answer) =>
  action(customer, {
    at: '/erase',
    permission: 'customers.erase',
    summary: 'Erase a customer',
    body: Type.Object(textFields('confirmation')),
    does: async (gateway, { caller, actor, params: { id }, body }) => {
      if (trimOrUndefined(body.confirmation) !== id) {
        throw invalid('confirmation', 'Enter the customer ID exactly as shown above.')
      }
      const merchantId = requireMerchant(caller)
      await showCustomer(gateway, merchantId, id)
      await requestErasure(gateway, actor, merchantId, { customerId: id })
      return erased()
    },
  })
