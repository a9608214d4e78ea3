import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import type { Status } from '#domain/status.ts'
import { html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'

type EndText = 'approved' | 'pending' | 'declinedEnd' | 'canceled' | 'unavailable' | 'expired'

const ENDS: Readonly<Record<Status, readonly [tone: string, text: EndText]>> = {
  CREATED: ['info', 'pending'],
  PENDING: ['info', 'pending'],
  APPROVED: ['success', 'approved'],
  DECLINED: ['danger', 'declinedEnd'],
  CANCELED: ['warning', 'canceled'],
  INVALID: ['danger', 'unavailable'],
  SESSION_EXPIRED: ['warning', 'expired'],
}

/** Result of a payment without a return URL (docs/reference/authorize.md#return-addresses). */
export function outcomePage(payment: {
  readonly status: Status
  readonly merchantName: string
  readonly money: Money
  readonly reference: string
  readonly locale: Locale
}): Page {
  const { locale } = payment
  const texts = hostedTextsOf(locale)
  const [tone, text] = ENDS[payment.status]
  const { heading, words } = texts[text]
  const body = html`<main class="page">
<section class="panel" data-status="${payment.status}">
<p class="badge badge-${tone}">${heading}</p>
<h1 class="amount">${formatMoney(payment.money, locale)}</h1>
${facts({ [texts.payTo]: payment.merchantName, [texts.reference]: payment.reference })}
<p class="muted">${words}</p>
</section>
</main>`
  return renderPage({ lang: locale, title: heading, body })
}
