import { formatMoney } from '#domain/currency.ts'
import type { ShownCharge } from '#providers/simulators/common/pages.ts'
import { type Html, html } from '../html.ts'
import { facts } from '../parts.ts'

const PAID = { tone: 'success', heading: 'Paid', words: 'This payment is complete. There is nothing more to do here.' }
const NOT_PAID = { tone: 'warning', heading: 'Not paid', words: 'This payment has ended. Nothing was charged.' }
const OVER = {
  tone: 'warning',
  heading: 'No longer valid',
  words: 'The time is over or the shop took it back. Nothing is charged; start again in the shop.',
}

const ENDS: Readonly<Record<string, typeof PAID>> = { CHARGED: PAID, REFUSED: NOT_PAID }

/** What a page says whose payment has come to its end. */
export function chargeOver({ state, money, page }: ShownCharge, name: string): Html {
  const { tone, heading, words } = ENDS[state] ?? OVER
  return html`<section class="panel" data-state="${state}">
<p class="badge badge-${tone}">${heading}</p>
<h1 class="amount">${formatMoney(money, 'en')}</h1>
${facts({ Merchant: page.merchantName, Method: name })}
<p class="muted">${words}</p>
<a class="button button-secondary" href="${page.returnUrl}">Back to the shop</a>
</section>`
}
