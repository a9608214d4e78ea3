import { type Html, html } from '../html.ts'
import type { Choice } from '../simulations.ts'
import { layout } from './layout.ts'

/** Path of the simulated payment sheet of a wallet. */
export const SHEET_PATH = '/wallet-a'

/** The test cards in the simulated wallet: number, and what the shop may show of it. */
export const WALLET_CARDS: readonly Choice[] = [
  ['4111111111111111', 'Visa •••• 1111'],
  ['5555555555554444', 'Mastercard •••• 4444'],
]

const AUTH_METHODS: readonly (readonly [value: string, label: string, consequence: string])[] = [
  ['CRYPTOGRAM_3DS', 'From this phone', 'Confirmed by a cryptogram, without 3-D Secure.'],
  ['PAN_ONLY', 'From my account', 'Card number only: your bank confirms with 3-D Secure.'],
]

/** Simulated payment sheet, on a page of the shop because this wallet does not exist. */
export function walletSheetPage(): Html {
  const main = html`<section class="sheet panel">
<p class="sheet-notice"><strong>Simulated wallet.</strong> A real one opens its own sheet here and hands the page a token.</p>
<h1>Walleta Pay</h1>
<form method="post" action="${SHEET_PATH}">
<fieldset class="choice sheet-cards"><legend>Your cards</legend>${WALLET_CARDS.map(card)}</fieldset>
<fieldset class="choice"><legend>Where the card is stored</legend>${AUTH_METHODS.map(authMethod)}</fieldset>
<button class="button wallet-button wide" data-action="use-card">Use this card</button>
</form>
<p class="sheet-leave"><a href="/api">Exit the wallet</a></p>
</section>`
  return layout({ title: 'Walleta Pay', main })
}

function card([number, name]: Choice, index: number): Html {
  return html`<label><input type="radio" name="card_number" value="${number}" ${index === 0 && html`checked`}><span>${name}</span></label>`
}

function authMethod([value, label, consequence]: (typeof AUTH_METHODS)[number], index: number): Html {
  return html`<label><input type="radio" name="auth_method" value="${value}" ${index === 0 && html`checked`}>
<span>${label} <code>${value}</code><small>${consequence}</small></span></label>`
}
