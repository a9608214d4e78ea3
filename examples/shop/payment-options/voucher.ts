import { VOUCHERS, type VoucherCode } from '@tollgate/client'
import { html } from '../html.ts'
import { type Field, input, select, testPanel } from '../pages/fields.ts'
import { VOUCHER_ICON } from '../pages/icons.ts'
import { type Choice, ENDINGS, RESPONSES } from '../simulations.ts'
import type { Form, OptionRequest, PaymentOption } from './payment-option.ts'

/** By name, as shoppers look for them. */
const CHOICES: readonly Choice[] = Object.entries(VOUCHERS).sort(([, one], [, other]) => one.localeCompare(other))

const ANSWERS: readonly Choice[] = [['', 'Let me choose on its page'], ...RESPONSES]

const PAYER: readonly Field[] = [
  ['email', 'Email', 'ada@example.com', html`type="email" autocomplete="email" required`],
  ['first_name', 'First name', 'Ada', html`autocomplete="given-name" required`],
  ['last_name', 'Last name', 'Lindqvist', html`autocomplete="family-name" required`],
]

/** A voucher or a local payment method, on the provider's page: paid there immediately, or later with the voucher. */
export const voucherOption: PaymentOption = {
  path: '/api/voucher',
  name: 'Voucher or local',
  icon: VOUCHER_ICON,
  threeDs: false,
  fields: (view) => ({
    payable: true,
    body: html`<fieldset class="panel"><legend class="heading">Voucher or local payment method</legend>
${select(view, 'voucher', 'Pay with', CHOICES)}</fieldset>
<fieldset class="panel payer-fields"><legend class="heading">Who pays</legend>${PAYER.map((field) => input(view, field))}</fieldset>
${testPanel('tell the simulated provider what to do.', [
  select(view, 'response_code', 'Provider response', ANSWERS),
  select(view, 'simulate_final_response_code', 'Final status', ENDINGS),
])}`,
  }),
  request,
}

function request({ voucher = '', email = '', first_name = '', last_name = '' }: Form): OptionRequest {
  const data = { email: email.trim(), first_name: first_name.trim(), last_name: last_name.trim() }
  return { payment_method: { type: `voucher-redirect-${voucher as VoucherCode}`, data }, customer: data }
}
