import type { BankMethod } from '@tollgate/client'
import { type Html, html } from '../html.ts'
import { select, testPanel } from '../pages/fields.ts'
import { BANK_ICON } from '../pages/icons.ts'
import { type Choice, ENDINGS, RESPONSES } from '../simulations.ts'
import type { CheckoutView, Form, PaymentOption } from './payment-option.ts'

interface BankChoice {
  readonly name: string
  readonly hint: string
}

/** Methods of the payment endpoint, as shoppers know them. */
export const BANK_CHOICES: Readonly<Record<BankMethod, BankChoice>> = {
  OPEN_BANKING: { name: 'Your bank', hint: 'Choose your bank and approve the payment' },
  UPI: { name: 'UPI', hint: 'With your UPI ID or a QR code' },
  WALLETS: { name: 'Another wallet', hint: 'Choose one from a list' },
  BANK_TRANSFER: { name: 'Bank transfer', hint: 'We ship when your transfer arrives' },
  QR_CODE: { name: 'QR code', hint: 'Scan it with your phone' },
}

const FIRST: BankMethod = 'OPEN_BANKING'

const ANSWERS: readonly Choice[] = [['', 'Let me choose on its page'], ...RESPONSES]

/** From the shopper's bank or app: an endpoint of its own, and a page for each method. */
export const bankPaymentOption: PaymentOption = {
  path: '/api/bank',
  name: 'Bank or app',
  icon: BANK_ICON,
  threeDs: false,
  fields: (view) => ({
    payable: true,
    body: html`<fieldset class="panel bank-choices"><legend class="heading">Bank or app</legend>
${Object.entries(BANK_CHOICES).map(([method, choice]) => choiceRow(view, method, choice))}</fieldset>
${testPanel('tell the simulated provider what to do.', [
  select(view, 'response_code', 'Provider response', ANSWERS),
  select(view, 'simulate_final_response_code', 'Final status', ENDINGS),
])}`,
  }),
  request: ({ method = FIRST }: Form) => ({ method: method as BankMethod }),
}

function choiceRow({ typed }: CheckoutView, method: string, { name, hint }: BankChoice): Html {
  const isChosen = method === (typed.method ?? FIRST)
  return html`<label><input type="radio" name="method" value="${method}" ${isChosen && html`checked`}>
<span><strong>${name}</strong><small>${hint}</small></span></label>`
}
