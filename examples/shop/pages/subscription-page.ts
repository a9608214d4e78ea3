import type { Agreement } from '@tollgate/client'
import { BOX, HOUSE, priceTag } from '../catalogue.ts'
import { type Html, html } from '../html.ts'
import { bag } from './bag.ts'
import { layout } from './layout.ts'

/** The coffee box, and the shopper's subscriptions to it. */
export function subscriptionPage(agreements: readonly Agreement[]): Html {
  const main = html`
<h1>${BOX.name}</h1>
<div class="checkout">
<section aria-labelledby="yours">
<h2 id="yours">Your subscriptions</h2>
${agreements.length === 0 ? html`<p class="quiet">You have none yet.</p>` : html`<ul class="shelf">${agreements.map(subscription)}</ul>`}
</section>
<aside class="panel summary">
<ul class="lines"><li>${bag(HOUSE)}<span class="line-name">${HOUSE.name}<small>250 g every ${BOX.days} days</small></span>
<span>${priceTag(HOUSE.price)}</span></li></ul>
<form method="post" action="/subscription"><button class="button wide" data-action="subscribe">Subscribe</button></form>
<p class="small-print">The first bag comes now. You agree on the payment page and can cancel here.</p>
</aside>
</div>`
  return layout({ title: BOX.name, main })
}

function subscription({ id, status, payment_method: card }: Agreement): Html {
  const isActive = status === 'ACTIVE'
  return html`<li class="panel" data-agreement="${id}" data-status="${status}">
<p><strong>${WORDS[status]}</strong>${card !== null && html` <span class="quiet">${card.masked ?? ''}</span>`}</p>
${isActive && form('charge', id, 'Charge the next box now', 'button')}
${(isActive || status === 'SUSPENDED') && form('cancel', id, 'Cancel', 'button quiet-button')}
</li>`
}

const WORDS: Readonly<Record<Agreement['status'], string>> = {
  PENDING: 'Awaiting the first payment',
  ACTIVE: 'Active',
  SUSPENDED: 'Your bank stopped it',
  CANCELED: 'Canceled',
  ENDED: 'Ended',
}

function form(action: string, agreement: string, words: string, look: string): Html {
  return html`<form method="post" action="/subscription/${action}"><input type="hidden" name="agreement" value="${agreement}">
<button class="${look}" data-action="${action}">${words}</button></form>`
}
