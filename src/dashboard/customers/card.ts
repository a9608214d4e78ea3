import type { IssuerUpdate } from '#domain/card-update.ts'
import { exactText } from '#domain/kept-text.ts'
import { typedDigits } from '#domain/plain-digits.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { showCustomer } from '#flows/customers/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { changePaymentMethod } from '#flows/stored-cards/change-payment-method.ts'
import { showPaymentMethod } from '#flows/stored-cards/index.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import type { PaymentMethod } from '#interface/payment-method.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { factList } from '../parts/sheet.ts'
import { trimOrUndefined } from '../shell/list-query.ts'
import { action, requireMerchant, screen, type Texts } from '../shell/screen.ts'

export const CUSTOMERS_PATH = '/dashboard/customers'

/** @throws RequestError `not-found`, also for a card of another customer */
async function ownCard(
  gateway: Gateway,
  caller: PersonCaller,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<PaymentMethod> {
  const merchantId = requireMerchant(caller)
  const [, card] = await Promise.all([
    showCustomer(gateway, merchantId, id),
    showPaymentMethod(gateway, merchantId, token),
  ])
  if (card.customerId !== id) throw notFound('payment method')
  return card
}

export const card = screen({
  path: `${CUSTOMERS_PATH}/:id/cards/:token`,
  permission: 'customers.manage',
  read: async (gateway, { caller, params }) => ({ ...params, record: await ownCard(gateway, caller, params) }),
  show: (caller, { id, token, record }, shown) => {
    const back = `${CUSTOMERS_PATH}/${encodeURIComponent(id)}`
    const form = postForm(caller, {
      name: 'change-card',
      action: `${card.hrefOf({ id, token })}/change`,
      className: 'form sheet',
      body: html`${problemSummary(shown.problems)}
${cardFields(record, shown)}
<div class="form-actions"><button class="button button-primary" data-action="save-card">Save card</button>
<a class="button button-quiet" href="${back}" data-action="cancel">Cancel</a></div>`,
    })
    return {
      title: 'Change saved card',
      lead: 'For a card that was renewed under its number. A new number is a new card.',
      back: { href: back, words: 'Customer' },
      problemsIn: 'form',
      body: html`<div class="columns">${form}
<section class="sheet"><h2>Card</h2>${factList([
        ['Card', cardLabel(record), 'card'],
        ['Token', html`<code translate="no">${token}</code>`, 'token'],
        ['Issuer', issuerLabel(record.issuerUpdate), 'issuer-update'],
      ])}</section></div>`,
    }
  },
})

const MONTHS = Array.from(
  { length: 12 },
  (_, index) => [String(index + 1), String(index + 1).padStart(2, '0')] as const,
)

function cardFields({ expiry, holderName }: PaymentMethod, shown: Shown): Html {
  const field = fieldsOf(shown)
  const [month, year] = [String(expiry?.month ?? 1), String(expiry?.year ?? '')]
  return html`${field({ name: 'expiration_month', label: 'Month of expiry', value: month, options: MONTHS })}
${field({ name: 'expiration_year', label: 'Year of expiry', value: year, hint: 'Use four digits, for example 2031.', inputmode: 'numeric', maxlength: 4, required: true })}
${field({ name: 'holder_name', label: 'Name on the card', value: holderName ?? '', hint: 'Leave empty if you do not know it.' })}`
}

export const changeCardRoute = action(card, {
  at: '/change',
  body: ['expiration_month', 'expiration_year', 'holder_name'],
  does: async (gateway, { caller, merchantId, actor, params, body }) => {
    const changes = changeOf(body, await ownCard(gateway, caller, params))
    await changePaymentMethod(gateway, actor, merchantId, params.token, changes)
    return { status: 303, location: `${CUSTOMERS_PATH}/${encodeURIComponent(params.id)}?done=changed` }
  },
})

/** Leaves out an unchanged expiry, so that the holder of an expired card can be changed. @throws RequestError `invalid` */
function changeOf({ expiration_month, expiration_year, holder_name }: Texts, { expiry }: PaymentMethod) {
  const expirationMonth = numberIn('expiration_month', expiration_month, 'Choose a month.')
  const expirationYear = numberIn('expiration_year', expiration_year, 'Use a year of four digits.')
  const name = trimOrUndefined(holder_name)
  const holderName = name === undefined ? null : exactText('holder_name', name)
  const isSame = expiry?.month === expirationMonth && expiry.year === expirationYear
  return isSame ? { holderName } : { expirationMonth, expirationYear, holderName }
}

function numberIn(field: string, text: string | undefined, message: string): number {
  const digits = typedDigits(text ?? '')
  if (!/^\d{1,4}$/.test(digits)) throw invalid(field, message)
  return Number(digits)
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
