import { html } from '../html.ts'
import { bankPanel } from '../pages/bank-panel.ts'
import { WALLET_A_ICON } from '../pages/icons.ts'
import { SHEET_PATH } from '../pages/wallet-sheet-page.ts'
import type { CheckoutView, Fields, Form, OptionRequest, PaymentOption } from './payment-option.ts'

/**
 * A wallet whose payment sheet opens over the shop and gives the page a token. The shop passes the token on as it came
 * and cannot tell what is inside: a bare card number leads to 3-D Secure, one with a cryptogram does not. So it sends
 * what it knows of the browser in either case.
 */
export const walletTokenOption: PaymentOption = {
  path: '/api/walleta-pay',
  name: 'Walleta Pay',
  icon: WALLET_A_ICON,
  threeDs: true,
  fields,
  request,
}

function fields(view: CheckoutView): Fields {
  const { walleta_pay_token: token, wallet_card: card } = view.typed
  return token === undefined ? { payable: false, body: OPEN } : { payable: true, body: chosen(view, token, card) }
}

const OPEN = html`<section class="panel"><h2>Walleta Pay</h2>
<p>Choose a card in your wallet; you come straight back to confirm.</p>
<p><a class="button wallet-button" href="${SHEET_PATH}" data-action="wallet">Open Walleta Pay</a></p></section>`

function chosen(view: CheckoutView, token: string, card: string | undefined) {
  return html`<section class="panel"><h2>Walleta Pay</h2>
<input type="hidden" name="walleta_pay_token" value="${token}">
<input type="hidden" name="wallet_card" value="${card}">
<p>Paying with <strong>${card}</strong>. <a href="${SHEET_PATH}">Choose another card</a></p></section>
${bankPanel(view)}`
}

/** The simulated wallet encodes its token already; a real one's goes through `encodeWalletToken` first. */
function request({ walleta_pay_token = '' }: Form): OptionRequest {
  return { payment_method: { type: 'walleta-pay', data: { walleta_pay_token } } }
}
