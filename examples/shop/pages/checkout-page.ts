import type { Line } from '../basket.ts'
import { priceTag } from '../catalogue.ts'
import { type Html, html } from '../html.ts'
import type { Order } from '../orders.ts'
import { PAYMENT_OPTIONS } from '../payment-options/index.ts'
import type { CheckoutView, Fields, PaymentOption } from '../payment-options/payment-option.ts'
import { REMOVE_PATH, savedCardOption } from '../payment-options/saved-card.ts'
import { bag } from './bag.ts'
import { layout } from './layout.ts'

/** Browser data that the script fills in; the last is known already. */
const BROWSER = ['java_enabled', 'color_depth', 'screen_height', 'screen_width', 'time_zone_offset', 'language']

/** The checkout with one payment option open. Its form is posted to this shop's own server. */
export function checkoutPage(
  option: PaymentOption,
  order: Order,
  fields: Fields,
  view: CheckoutView,
  acceptHeader: string,
): Html {
  const runsScript = option.threeDs && fields.payable
  const main = html`
<h1>Checkout</h1>
<div class="checkout">
<div>
<nav class="payment-options" aria-label="How would you like to pay?"><ul>${PAYMENT_OPTIONS.map((other) => optionLink(other, other === option))}</ul></nav>
${fields.payable ? optionForm(option, order, fields.body, view, acceptHeader) : fields.body}
</div>
${summary(order)}
</div>
${option === savedCardOption && html`<form id="remove-card" method="post" action="${REMOVE_PATH}"></form>`}
${runsScript && challengeDialog()}`
  return layout({ title: 'Checkout', main, ...(runsScript && { script: 'checkout.js' }) })
}

function optionLink({ path, name, icon }: PaymentOption, isOpen: boolean): Html {
  return html`<li><a href="${path}" ${isOpen && html`aria-current="page"`}>${icon}<span>${name}</span></a></li>`
}

function optionForm(
  option: PaymentOption,
  { reference, total }: Order,
  body: Html,
  { problems }: CheckoutView,
  acceptHeader: string,
): Html {
  return html`<form class="checkout-form" method="post" action="${option.path}" ${option.threeDs && html`data-checkout`} novalidate>
<div class="alert" role="alert" data-alert tabindex="-1">${problems['']}</div>
${body}
<input type="hidden" name="order" value="${reference}">
<input type="hidden" name="accept_header" value="${acceptHeader}">
${option.threeDs && BROWSER.map((name) => html`<input type="hidden" name="${name}">`)}
<button class="button wide pay" data-action="pay">Pay ${priceTag(total)}</button>
${option.threeDs && SCRIPT_WORDS}
</form>`
}

const SCRIPT_WORDS = html`<p class="progress" role="status" data-progress></p>
<p class="small-print">Card data is encrypted for the payment service and never stored here.</p>
<noscript><p class="small-print">Without JavaScript, your bank’s check opens on a separate page.</p></noscript>`

export function summary({ lines, total }: Order): Html {
  return html`<aside class="panel summary" aria-labelledby="summary-title">
<h2 id="summary-title">Your order</h2>
<ul class="lines">${lines.map(summaryLine)}</ul>
<p class="total"><span>Total</span><strong>${priceTag(total)}</strong></p>
<p class="quiet"><a href="/#basket">Change the basket</a></p>
</aside>`
}

function summaryLine({ coffee, quantity }: Line): Html {
  return html`<li>${bag(coffee)}<span class="line-name">${coffee.name}<small>${quantity} × 250 g</small></span>
<span>${priceTag(coffee.price * BigInt(quantity))}</span></li>`
}

function challengeDialog(): Html {
  return html`<dialog class="challenge" data-challenge aria-labelledby="challenge-title">
<header><h2 id="challenge-title">Your bank would like to check it is you</h2></header>
<iframe name="challenge" title="Your bank’s check" allow="payment *; publickey-credentials-get *"></iframe>
<footer><button class="button quiet-button" type="button" data-action="cancel">Cancel</button>
<button class="button quiet-button" type="button" data-action="full-page">Open your bank’s page in full</button></footer>
</dialog>`
}
