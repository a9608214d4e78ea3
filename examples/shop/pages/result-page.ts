import type { Status, Transaction } from '#client/index.ts'
import { priceTag } from '../catalogue.ts'
import { type Html, html } from '../html.ts'
import type { Order } from '../orders.ts'
import { layout } from './layout.ts'

/** What each status means to the person who paid: a headline, a sentence, a tone of voice. */
const WORDS: Readonly<Record<Status, readonly [headline: string, text: string, tone: 'good' | 'bad' | 'open']>> = {
  CREATED: ['One moment', 'Your payment is being prepared.', 'open'],
  PENDING: ['One moment', 'Your bank has not confirmed the payment yet. This page knows as soon as it does.', 'open'],
  APPROVED: ['Thank you', 'Your payment went through and your coffee goes into Tuesday’s roast.', 'good'],
  DECLINED: ['Payment declined', 'Your bank declined the payment. Nothing was charged; another card may work.', 'bad'],
  CANCELED: [
    'Payment canceled',
    'You canceled the payment. Nothing was charged and your basket is as you left it.',
    'bad',
  ],
  INVALID: ['Payment not possible', 'The payment could not be taken. Nothing was charged.', 'bad'],
  SESSION_EXPIRED: ['Time ran out', 'The payment was not finished in time. Nothing was charged.', 'bad'],
}

/** The outcome of an order: the status endpoint's word, and the event that arrived by webhook. */
export function resultPage(order: Order, transaction: Transaction | null): Html {
  const status = transaction?.status ?? 'CREATED'
  const event = order.event?.event ?? ''
  const [headline, text, tone] = WORDS[status]
  const isSettled = !['CREATED', 'PENDING'].includes(status) && event !== ''
  const main = html`
<section class="result panel tone-${tone}" data-order="${order.reference}" data-status="${transaction?.status ?? ''}"
 data-event="${event}" ${!isSettled && html`data-waiting`}>
${sign(tone)}
<h1>${headline}</h1>
<p class="lead">${text}</p>
<dl class="facts">${facts(order, transaction).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p><a class="button" href="${tone === 'bad' ? '/api' : '/'}">${tone === 'bad' ? 'Try again' : 'Back to the coffee'}</a></p>
</section>`
  return layout({ title: headline, main, script: 'result.js' })
}

function facts(order: Order, transaction: Transaction | null): [name: string, value: string | Html][] {
  const rows: [string, string | Html | null | undefined][] = [
    ['Order', order.reference],
    ['Amount', priceTag(order.total)],
    ['Card', transaction?.payment_method.masked],
    ['Status', html`<code>${transaction?.status ?? 'not known yet'}</code>`],
    ['Event', order.event ? html`<code>${order.event.event}</code>` : 'waiting for the webhook …'],
    ['Processing code', transaction?.processing_code],
    ['Message', transaction?.response_message],
    ['Approval code', transaction?.processing_result.approval_code],
    ['Transaction', transaction?.id],
  ]
  return rows.filter((row): row is [string, string | Html] => row[1] !== null && row[1] !== undefined)
}

const SIGNS = {
  good: html`<path d="M20 33 l9 9 l17 -19"/>`,
  bad: html`<path d="M23 23 l18 18 M41 23 l-18 18"/>`,
  open: html`<path d="M32 19 v13 l9 6"/>`,
}

function sign(tone: keyof typeof SIGNS): Html {
  return html`<svg class="sign" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="29"/>${SIGNS[tone]}</svg>`
}
