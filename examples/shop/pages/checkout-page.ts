import { type Line, totalOf } from '../basket.ts'
import { priceTag } from '../catalogue.ts'
import { type Html, html } from '../html.ts'
import { FLOWS, RESPONSES } from '../simulations.ts'
import { bag } from './bag.ts'
import { layout } from './layout.ts'

/** A text field of the form: its name, label, test value, and what the browser should know of it. */
type Field = readonly [name: string, label: string, value: string, attributes: Html]

const CONTACT: readonly Field[] = [
  ['email', 'Email', 'ada@example.com', html`type="email" autocomplete="email" required`],
]

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

/** What the script fills in of the browser; the last is known already. */
const BROWSER = ['java_enabled', 'color_depth', 'screen_height', 'screen_width', 'time_zone_offset', 'language']

/** Checkout with the direct API: the card form posts to this shop's own server. */
export function checkoutPage(basket: readonly Line[], acceptHeader: string): Html {
  const total = priceTag(totalOf(basket))
  const main = html`
<h1>Checkout</h1>
<div class="till">
<form class="till-form" method="post" action="/api" data-checkout novalidate>
<div class="alert" role="alert" data-alert tabindex="-1"></div>
<fieldset class="panel"><legend class="heading">Contact</legend>${CONTACT.map(input)}</fieldset>
<fieldset class="panel card-fields"><legend class="heading">Card</legend>${CARD.map(input)}</fieldset>
${testPanel()}
${BROWSER.map((name) => html`<input type="hidden" name="${name}">`)}
<input type="hidden" name="accept_header" value="${acceptHeader}">
<button class="button wide pay" data-action="pay">Pay ${total}</button>
<p class="progress" role="status" data-progress></p>
<p class="small-print">Your card is encrypted for the payment service and never kept here.</p>
<noscript><p class="alert">Paying by card needs JavaScript: your bank asks about your browser.</p></noscript>
</form>
<aside class="panel summary" aria-labelledby="summary-title">
<h2 id="summary-title">Your order</h2>
<ul class="lines">${basket.map(summaryLine)}</ul>
<p class="total"><span>Total</span><strong>${total}</strong></p>
<p class="quiet"><a href="/#basket">Change the basket</a></p>
</aside>
</div>
${challengeDialog()}`
  return layout({ title: 'Checkout', main, script: 'checkout.js' })
}

function input([name, label, value, attributes]: Field): Html {
  return html`<div class="field field-${name}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes} aria-describedby="${name}-problem">
<p class="problem" id="${name}-problem"></p></div>`
}

/** What only exists in a UAT demo: choose how the simulated bank behaves. */
function testPanel(): Html {
  return html`<fieldset class="panel test-panel"><legend class="heading">Test panel</legend>
<p class="quiet">Only in this demo: tell the simulated bank what to do.</p>
${select('simulated_flow', '3-D Secure', FLOWS)}
${select('response_code', 'The bank’s answer', RESPONSES)}
<fieldset class="choice"><legend>The bank’s challenge opens</legend>
<label><input type="radio" name="challenge" value="page" checked><span>on a page of its own</span></label>
<label><input type="radio" name="challenge" value="frame"><span>in a window on this page</span></label>
</fieldset></fieldset>`
}

function select(name: string, label: string, choices: typeof FLOWS): Html {
  const option = ([value, text]: (typeof FLOWS)[number]) => html`<option value="${value}">${text}</option>`
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${choices.map(option)}</select></div>`
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

/** A test card does not expire while the shop runs. */
function expiry(): string {
  return `12 / ${(new Date().getFullYear() + 3) % 100}`
}
