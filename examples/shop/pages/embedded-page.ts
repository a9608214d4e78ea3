import type { Session } from '@tollgate/client'
import { priceTag } from '../catalogue.ts'
import type { DemoAccess } from '../demo-access.ts'
import { type Html, html } from '../html.ts'
import type { Order } from '../orders.ts'
import type { Form } from '../payment-options/payment-option.ts'
import { FLOWS, RESPONSES } from '../simulations.ts'
import { summary } from './checkout-page.ts'
import { select, testPanel } from './fields.ts'
import { WALLET_A_ICON, WALLET_B_ICON } from './icons.ts'
import { layout } from './layout.ts'

/** Checkout with the embedded fields: the card is typed into the gateway's frame and never reaches this shop. */
export function embeddedPage(order: Order, session: Session, { base_url, merchant }: DemoAccess, typed: Form): Html {
  const main = html`
<h1>Checkout</h1>
<div class="checkout" data-embedded data-client-key="${merchant.client_key}" data-session-id="${session.id}"
 data-result="/result?order=${order.reference}">
<div>
<form class="checkout-form" data-pay novalidate>
<div class="alert" role="alert" data-alert tabindex="-1"></div>
<section class="panel" aria-labelledby="card-title">
<h2 class="heading" id="card-title">Card</h2>
<div id="card-fields"></div>
</section>
<button class="button wide pay" data-action="pay" disabled>Pay ${priceTag(order.total)}</button>
<p class="progress" role="status" data-progress>Loading the card fields …</p>
<p class="small-print">You enter your card in the payment service’s fields. It never reaches this shop.</p>
</form>
<section class="panel" aria-labelledby="wallets-title"><h2 class="heading" id="wallets-title">Or a wallet</h2>
<p class="wallets">${walletButton('walleta-pay-redirect', 'Walleta Pay', WALLET_A_ICON)}
${walletButton('walletb-pay-redirect', 'Walletb Pay', WALLET_B_ICON)}</p></section>
${simulations(typed)}
</div>
${summary(order)}
</div>`
  return layout({ title: 'Checkout', main, script: 'embedded.js', before: `${base_url}/embedded-fields.js` })
}

function walletButton(type: string, name: string, icon: Html): Html {
  return html`<button class="button quiet-button" type="button" data-wallet="${type}" disabled>${icon} ${name}</button>`
}

/** The simulators get these with the session, so a change here opens a new session. */
function simulations(typed: Form): Html {
  const view = { typed, problems: {} }
  return html`<form method="get" action="/embedded">${testPanel('control the simulated bank.', [
    select(view, 'simulated_flow', '3-D Secure', FLOWS),
    select(view, 'response_code', 'Bank response', RESPONSES),
    html`<button class="button quiet-button">Start again with this</button>`,
  ])}</form>`
}
