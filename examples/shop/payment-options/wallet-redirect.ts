import { type Html, html } from '../html.ts'
import { select, testPanel } from '../pages/fields.ts'
import { WALLET_A_ICON, WALLET_B_ICON } from '../pages/icons.ts'
import { type Choice, ENDINGS, RESPONSES } from '../simulations.ts'
import type { PaymentOption } from './payment-option.ts'

const PRESETS: readonly Choice[] = [['', 'None'], ...RESPONSES]

/** A wallet on a page of its own: the gateway answers its address, the browser goes there and comes back. */
function walletRedirect(
  type: 'walleta-pay-redirect' | 'walletb-pay-redirect',
  name: string,
  icon: Html,
): PaymentOption {
  return {
    path: `/api/${type}`,
    name,
    icon,
    threeDs: false,
    fields: (view) => ({
      payable: true,
      body: html`<section class="panel"><h2>${name}</h2>
<p>You leave the shop for the wallet’s page, confirm there, and come back. The wallet knows who you are, so there is
nothing to fill in.</p></section>
${testPanel('tell the simulated wallet what to do.', [
  select(view, 'response_code', 'Default result', PRESETS),
  select(view, 'simulate_final_response_code', 'Final status', ENDINGS),
])}`,
    }),
    request: () => ({ payment_method: { type, data: {} } }),
  }
}

export const walletAPageOption = walletRedirect('walleta-pay-redirect', 'Walleta Pay, on its page', WALLET_A_ICON)
export const walletBPageOption = walletRedirect('walletb-pay-redirect', 'Walletb Pay, on its page', WALLET_B_ICON)
