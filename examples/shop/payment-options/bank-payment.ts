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

/** What the payment endpoint takes, as shoppers know it. */
export const BANK_CHOICES: Readonly<Record<BankMethod, BankChoice>> = {
  OPEN_BANKING: { name: 'Your bank', hint: 'You choose it, and allow this one payment' },
  UPI: { name: 'UPI', hint: 'By your UPI address, or with a code' },
  WALLETS: { name: 'Another wallet', hint: 'You choose one from a list' },
  BANK_TRANSFER: { name: 'Bank transfer', hint: 'You send the money; we roast when it is here' },
  QR_CODE: { name: 'QR code', hint: 'Your phone scans it' },
}

const FIRST: BankMethod = 'OPEN_BANKING'

const ANSWERS: readonly Choice[] = [['', 'Ask me on its page'], ...RESPONSES]

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
  select(view, 'response_code', 'The provider’s answer', ANSWERS),
  select(view, 'simulate_final_response_code', 'The payment ends', ENDINGS),
])}`,
  }),
  request: ({ method = FIRST }: Form) => ({ method: method as BankMethod }),
}

function choiceRow({ typed }: CheckoutView, method: string, { name, hint }: BankChoice): Html {
  const isChosen = method === (typed.method ?? FIRST)
  return html`<label><input type="radio" name="method" value="${method}" ${isChosen && html`checked`}>
<span><strong>${name}</strong><small>${hint}</small></span></label>`
}
