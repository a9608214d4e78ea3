import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import type { Status } from '#domain/status.ts'
import { html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { facts } from '#html/parts.ts'

interface Words {
  readonly tone: 'success' | 'warning' | 'danger' | 'info'
  readonly heading: string
  readonly words: string
}

const UNDECIDED: Words = {
  tone: 'info',
  heading: 'Payment is being confirmed',
  words: 'The shop will tell you as soon as it is confirmed. There is nothing more to do here.',
}

const WORDS: Readonly<Record<Status, Words>> = {
  CREATED: UNDECIDED,
  PENDING: UNDECIDED,
  APPROVED: { tone: 'success', heading: 'Payment approved', words: 'Thank you. You can close this page.' },
  DECLINED: {
    tone: 'danger',
    heading: 'Payment declined',
    words: 'Nothing was charged. Go back to the shop to use another payment method.',
  },
  CANCELED: { tone: 'warning', heading: 'Payment canceled', words: 'Nothing was charged. You can close this page.' },
  INVALID: {
    tone: 'danger',
    heading: 'Payment not possible',
    words: 'Nothing was charged. Go back to the shop and ask for help there.',
  },
  SESSION_EXPIRED: {
    tone: 'warning',
    heading: 'This payment has expired',
    words: 'Nothing was charged. Go back to the shop to start again.',
  },
}

/** Result of a payment without a return URL (docs/reference/authorize.md#return-addresses). */
export function outcomePage(payment: {
  readonly status: Status
  readonly merchantName: string
  readonly money: Money
  readonly reference: string
}): Page {
  const { tone, heading, words } = WORDS[payment.status]
  const body = html`<main class="page">
<section class="panel" data-status="${payment.status}">
<p class="badge badge-${tone}">${heading}</p>
<h1 class="amount">${formatMoney(payment.money, 'en')}</h1>
${facts({ Merchant: payment.merchantName, Reference: payment.reference })}
<p class="muted">${words}</p>
</section>
</main>`
  return renderPage({ title: heading, body })
}
