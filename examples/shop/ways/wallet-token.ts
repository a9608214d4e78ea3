import { html } from '../html.ts'
import { bankPanel } from '../pages/bank-panel.ts'
import { WALLET_A_ICON } from '../pages/icons.ts'
import { SHEET_PATH } from '../pages/wallet-sheet-page.ts'
import type { Fields, Form, Till, Way, WayRequest } from './way.ts'

/**
 * A wallet whose sheet opens over the shop and hands the page a token. The shop passes the token on as it came and cannot
 * tell what is inside: a bare card number leads to 3-D Secure, one with a cryptogram does not. So it sends what it knows
 * of the browser either way.
 */
export const walletTokenWay: Way = {
  path: '/api/walleta-pay',
  name: 'Wallet A',
  icon: WALLET_A_ICON,
  needsScript: true,
  fields,
  request,
}

function fields(till: Till): Fields {
  const { walleta_pay_token: token, wallet_card: card } = till.typed
  return token === undefined ? { payable: false, body: OPEN } : { payable: true, body: chosen(till, token, card) }
}

const OPEN = html`<section class="panel"><h2>Wallet A</h2>
<p>Choose a card in your wallet; you come straight back to confirm.</p>
<p><a class="button wallet-button" href="${SHEET_PATH}" data-action="wallet">Open Wallet A</a></p></section>`

function chosen(till: Till, token: string, card: string | undefined) {
  return html`<section class="panel"><h2>Wallet A</h2>
<input type="hidden" name="walleta_pay_token" value="${token}">
<p>Paying with <strong>${card}</strong>. <a href="${SHEET_PATH}">Choose another card</a></p></section>
${bankPanel(till)}`
}

/** The simulated wallet encodes its token already; a real one's goes through `encodeWalletToken` first. */
function request({ walleta_pay_token = '' }: Form): WayRequest {
  return { payment_method: { type: 'walleta-pay', data: { walleta_pay_token } } }
}
