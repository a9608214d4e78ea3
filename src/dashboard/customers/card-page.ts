import type { IssuerUpdate } from '#domain/card-update.ts'
import type { StoredCustomer } from '#flows/customers/index.ts'
import type { PaymentMethod } from '#flows/stored-cards/index.ts'
import { type Html, html } from '#html/html.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export interface CardView {
  readonly customer: StoredCustomer
  readonly card: PaymentMethod
  readonly problems?: readonly FieldProblem[]
  readonly form?: CardForm
}

export interface CardForm {
  readonly expiration_month?: string | undefined
  readonly expiration_year?: string | undefined
  readonly holder_name?: string | undefined
}

export function cardPath(customerId: string, token: string): string {
  return `/dashboard/customers/${encodeURIComponent(customerId)}/cards/${encodeURIComponent(token)}`
}

export function cardPage(caller: Viewer, view: CardView): DashboardPageAnswer {
  const { customer, card, problems = [] } = view
  const { token } = card
  const back = `/dashboard/customers/${encodeURIComponent(customer.id)}`
  const form = postForm(caller, {
    name: 'change-card',
    action: `${cardPath(customer.id, token)}/change`,
    className: 'form sheet',
    body: html`${problemSummary(problems)}
${fieldsOf(view)}
<div class="form-actions"><button class="button button-primary" data-action="save-card">Save card</button>
<a class="button button-quiet" href="${back}" data-action="cancel">Cancel</a></div>`,
  })
  return dashboardPage(caller, {
    page: 'card',
    title: 'Change saved card',
    lead: 'For a card that was renewed under its number. A new number is a new card.',
    back: { href: back, words: 'Customer' },
    status: problems.length > 0 ? 422 : 200,
    body: html`<div class="columns">${form}
<section class="sheet"><h2>Card</h2>${factList([
      ['Card', cardLabel(card), 'card'],
      ['Token', html`<code translate="no">${token}</code>`, 'token'],
      ['Issuer', issuerLabel(card.issuerUpdate), 'issuer-update'],
    ])}</section></div>`,
  })
}

const MONTHS = Array.from(
  { length: 12 },
  (_, index) => [String(index + 1), String(index + 1).padStart(2, '0')] as const,
)

function fieldsOf({ card, problems = [], form = formOf(card) }: CardView): Html {
  return html`${formField({
    name: 'expiration_month',
    label: 'Month of expiry',
    value: form.expiration_month,
    problem: problemOf(problems, 'expiration_month'),
    options: MONTHS,
  })}
${formField({
  name: 'expiration_year',
  label: 'Year of expiry',
  value: form.expiration_year,
  problem: problemOf(problems, 'expiration_year'),
  hint: 'Use four digits, for example 2031.',
  inputmode: 'numeric',
  maxlength: 4,
  required: true,
})}
${formField({
  name: 'holder_name',
  label: 'Name on the card',
  value: form.holder_name,
  problem: problemOf(problems, 'holder_name'),
  hint: 'Leave empty if you do not know it.',
})}`
}

function formOf({ expiry, holderName }: PaymentMethod): CardForm {
  return {
    expiration_month: expiry ? String(expiry.month) : '1',
    expiration_year: expiry ? String(expiry.year) : '',
    holder_name: holderName ?? '',
  }
}

export function cardLabel({ brand, masked }: PaymentMethod): string {
  return `${BRAND_NAMES[brand ?? ''] ?? 'Card'} •••• ${masked.slice(-4)}`
}

const ISSUER_LABELS: Readonly<Record<IssuerUpdate, string>> = {
  NUMBER_CHANGED: 'Replaced by a card with another number',
  CLOSED: 'Closed',
  CONTACT_HOLDER: 'Asks you to contact the cardholder',
}

export function issuerLabel(update: IssuerUpdate | null): string | null {
  return update && ISSUER_LABELS[update]
}
