import {
  type BankMethod,
  type PaymentMethod,
  type Status,
  type Transaction,
  VOUCHERS,
  type VoucherCode,
} from '@tollgate/client'
import { priceTag } from '../catalogue.ts'
import { type Html, html } from '../html.ts'
import type { Order } from '../orders.ts'
import { BANK_CHOICES } from '../payment-options/bank-payment.ts'
import { layout } from './layout.ts'

type Tone = 'good' | 'bad' | 'open'

/** Message of each status to the shopper: headline, sentence, tone. */
const WORDS: Readonly<Record<Status, readonly [headline: string, text: string, tone: Tone]>> = {
  CREATED: ['One moment', 'Your payment is being prepared.', 'open'],
  PENDING: ['One moment', 'The payment is not confirmed yet. This page updates automatically.', 'open'],
  APPROVED: ['Thank you', 'Your payment went through and your coffee goes into Tuesday’s roast.', 'good'],
  DECLINED: ['Payment declined', 'Your bank declined the payment. Nothing was charged; another card may work.', 'bad'],
  CANCELED: [
    'Payment canceled',
    'You canceled the payment. Nothing was charged and your basket is as you left it.',
    'bad',
  ],
  INVALID: ['Payment not possible', 'The payment could not be taken. Nothing was charged.', 'bad'],
  SESSION_EXPIRED: ['This payment has expired', 'The payment was not finished in time. Nothing was charged.', 'bad'],
}

/** The outcome of an order: what the status endpoint says, and the event that arrived by webhook. */
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
${onward(order, transaction, tone)}
</section>`
  return layout({ title: headline, main, script: 'result.js' })
}

/** Next step for the shopper. One who closed the provider's page, or pays a voucher later, gets there again. */
function onward(order: Order, transaction: Transaction | null, tone: Tone): Html {
  if (tone === 'bad') return html`<p><a class="button" href="${order.optionPath}">Try again</a></p>`
  const again = transaction?.pending ? order.providerPage : undefined
  return html`${again !== undefined && html`<p><a class="button" href="${again}">Continue the payment</a></p>`}
<p><a class="button ${again !== undefined && 'quiet-button'}" href="/">Back to the coffee</a></p>`
}

/** True if nothing was charged and nothing will be. */
function isUnpaid(transaction: Transaction | null): boolean {
  return transaction !== null && !['APPROVED', 'PENDING'].includes(transaction.status)
}

function facts(order: Order, transaction: Transaction | null): [name: string, value: string | Html][] {
  const rows: [string, string | Html | false | null | undefined][] = [
    ['Order', order.reference],
    ['Amount', priceTag(order.total)],
    [isUnpaid(transaction) ? 'Tried with' : 'Paid with', transaction && paidWith(transaction.payment_method)],
    ['Kept', transaction && isKept(transaction) && 'for your next order'],
    ['Arrived', transaction && arrived(transaction)],
    ['Status', html`<code>${transaction?.status ?? 'not known yet'}</code>`],
    ['Event', order.event ? html`<code>${order.event.event}</code>` : 'waiting for the webhook …'],
    ['Processing code', transaction?.processing_code],
    ['Message', transaction?.response_message],
    ['Security code', transaction?.data?.checks?.cvv.replaceAll('_', ' ')],
    ['Approval code', transaction?.processing_result.approval_code],
    ['Transaction', transaction && html`<code>${transaction.id}</code>`],
  ]
  return rows.filter((row): row is [string, string | Html] => Boolean(row[1]))
}

const VOUCHER = 'voucher-redirect-'

/** A card by its mask, everything else by its name. */
function paidWith({ type, method, masked }: PaymentMethod): string {
  if (masked !== null) return masked
  if (method in BANK_CHOICES) return BANK_CHOICES[method as BankMethod].name
  if (type.startsWith(VOUCHER)) return VOUCHERS[type.slice(VOUCHER.length) as VoucherCode]
  return type.startsWith('walleta') ? 'Walleta Pay' : 'Walletb Pay'
}

/** How much of a transfer is there. */
function arrived({ data }: Transaction): string | undefined {
  return data?.received_amount === undefined ? undefined : priceTag(data.received_amount)
}

function isKept({ approved, payment_method: { type, token } }: Transaction): boolean {
  return approved && type === 'card' && token !== null
}

const SIGNS = {
  good: html`<path d="M20 33 l9 9 l17 -19"/>`,
  bad: html`<path d="M23 23 l18 18 M41 23 l-18 18"/>`,
  open: html`<path d="M32 19 v13 l9 6"/>`,
}

function sign(tone: keyof typeof SIGNS): Html {
  return html`<svg class="sign" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="29"/>${SIGNS[tone]}</svg>`
}
