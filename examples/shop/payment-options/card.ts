import type { Card, Customer } from '@tollgate/client'
import { html } from '../html.ts'
import { bankPanel } from '../pages/bank-panel.ts'
import { type Field, input } from '../pages/fields.ts'
import { CARD_ICON } from '../pages/icons.ts'
import { rememberCustomer } from '../saved-cards.ts'
import type { CheckoutView, Form, OptionRequest, PaymentOption, Shopper } from './payment-option.ts'

const EMAIL: Field = ['email', 'Email', 'ada@example.com', html`type="email" autocomplete="email" required`]

const CARD: readonly Field[] = [
  [
    'number',
    'Card number',
    '4111 1111 1111 1111',
    html`inputmode="numeric" autocomplete="cc-number" maxlength="23" required`,
  ],
  ['expiry', 'Expiry, MM / YY', expiry(), html`inputmode="numeric" autocomplete="cc-exp" maxlength="9" required`],
  ['cvc', 'Security code', '123', html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" required`],
  ['name', 'Name on card', 'Ada Lindqvist', html`autocomplete="cc-name" required`],
]

/**
 * A card that is typed in, and saved for the next time if the shopper wants it.
 *
 * It passes through this server in the clear, which makes a real shop of this kind subject to all of PCI DSS
 * (self-assessment questionnaire D). Shops that want to avoid that use the hosted page or the embedded fields.
 */
export const cardOption: PaymentOption = {
  path: '/api',
  name: 'Card',
  icon: CARD_ICON,
  threeDs: true,
  fields: (view) => ({
    payable: true,
    body: html`<fieldset class="panel"><legend class="heading">Contact</legend>${input(view, EMAIL)}</fieldset>
<fieldset class="panel card-fields"><legend class="heading">Card</legend>${CARD.map((field) => input(withoutCard(view), field))}
<label class="check"><input type="checkbox" name="save_card" ${view.typed.save_card === 'on' && html`checked`}><span>Save this card for my next order</span></label>
</fieldset>
${bankPanel(view)}`,
  }),
  request,
}

/** A card that was typed in is never sent back to the browser. */
function withoutCard({ typed, problems }: CheckoutView): Pick<CheckoutView, 'typed' | 'problems'> {
  return { typed: { name: typed.name }, problems }
}

async function request(form: Form, shopper: Shopper): Promise<OptionRequest> {
  const data = shopper.tollgate.encryptCard(cardOf(form))
  const payment_method = { type: 'card', data } as const
  const customer = payerOf(form)
  if (form.save_card !== 'on') return { payment_method, customer }
  await rememberCustomer(shopper, customer)
  return {
    payment_method,
    customer: { ...customer, id: shopper.customerId },
    tokenization: { save_card_for_future_payments: true },
  }
}

function payerOf({ name = '', email }: Form): Customer {
  const [firstName, ...otherNames] = name.trim().split(/\s+/)
  return { first_name: firstName, last_name: otherNames.join(' '), email }
}

function cardOf({ number = '', cvc = '', expiry = '' }: Form): Card {
  const [month = '', year = ''] = expiry.split('/').map((part) => part.trim())
  return {
    number: number.trim(),
    cvv: cvc.trim(),
    expirationMonth: month,
    expirationYear: year.length === 2 ? `20${year}` : year,
  }
}

/** A test card does not expire while the shop runs. */
function expiry(): string {
  return `12 / ${(new Date().getFullYear() + 3) % 100}`
}
