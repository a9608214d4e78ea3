import type { StoredPaymentMethod } from '@tollgate/client'
import { type Html, html } from '../html.ts'
import { bankPanel } from '../pages/bank-panel.ts'
import { type Field, input } from '../pages/fields.ts'
import { SAVED_CARD_ICON } from '../pages/icons.ts'
import { savedCard, savedCards } from '../saved-cards.ts'
import type { CheckoutView, Fields, Form, OptionRequest, PaymentOption, Shopper } from './payment-option.ts'

/** Path that removes a card; its form is outside the option's own, because forms cannot be nested. */
export const REMOVE_PATH = '/api/saved-card/remove'

const CODE: Field = [
  'cvc',
  'Security code (optional)',
  '',
  html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
]

/** A card the shopper saved with an earlier order: a token at the gateway, no card in this shop. */
export const savedCardOption: PaymentOption = {
  path: '/api/saved-card',
  name: 'Saved card',
  icon: SAVED_CARD_ICON,
  threeDs: true,
  fields,
  request,
}

async function fields(view: CheckoutView): Promise<Fields> {
  const cards = await savedCards(view)
  if (cards.length === 0) return { payable: false, body: NONE }
  const body = html`<fieldset class="panel"><legend class="heading">Your cards</legend>
<ul class="saved-cards">${cards.map(row)}</ul>
${input({ typed: {}, problems: view.problems }, CODE)}</fieldset>
${bankPanel(view)}`
  return { payable: true, body }
}

const NONE = html`<section class="panel"><h2>No cards yet</h2>
<p>Pay by card and select “Save this card” to use it here next time.</p>
<p><a class="button" href="/api">Pay by card</a></p></section>`

function row(card: StoredPaymentMethod, index: number): Html {
  const { token, masked, brand } = card
  const name = `${brand ?? 'card'} ending in ${masked.slice(-4)}`
  return html`<li><label><input type="radio" name="token" value="${token}" ${index === 0 && html`checked`}>
<span><strong class="brand">${brand ?? 'Card'}</strong> ${masked}
<small>${expiryOf(card)}</small></span></label>
<button class="button quiet-button" form="remove-card" name="token" value="${token}" aria-label="Remove ${name}">Remove</button></li>`
}

function expiryOf({ expiration_month: month, expiration_year: year }: StoredPaymentMethod): string {
  return month === null ? 'No longer valid' : `Expires ${String(month).padStart(2, '0')} / ${year}`
}

async function request(form: Form, shopper: Shopper): Promise<OptionRequest> {
  const { token } = await savedCard(shopper, form.token)
  const cvv = form.cvc?.trim()
  const data = { payment_method_id: token, ...(cvv && { encrypted_cvv: shopper.tollgate.encryptCvv(cvv) }) }
  return { payment_method: { type: 'saved_card', data }, customer: { id: shopper.customerId } }
}
