import { formatMoney } from '#domain/currency.ts'
import type { PaymentLink } from '#domain/payment-link.ts'
import type { Appearance } from '#flows/appearance.ts'
import type { LinkPage, LinkPageState } from '#flows/payment-links/read-link-page.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { facts, hiddenFields } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { linkTextsOf } from '#web/payment-link/texts.ts'
import type { Locale } from '#web/shared/locales.ts'
import { languages } from '../hosted/languages.ts'
import { logoOf, themeCss } from '../hosted/theme.ts'

export interface LinkView extends LinkPage {
  readonly appearance: Appearance
  readonly isTest: boolean
  readonly locale: Locale
  /** Entered amount, if the link does not accept it. */
  readonly wrongAmount?: string
}

/** Page of a payment link: price and button, or the reason why it accepts no payment. Complete without script. */
export function linkPage(view: LinkView): Page {
  const { link, locale, state } = view
  const title = `${hostedTextsOf(locale).payTo} ${nameOf(view)}`
  const isOpen = state === 'open'
  return renderPage({
    lang: locale,
    title: isOpen ? title : endingOf(state, locale).heading,
    description: [nameOf(view), priceOf(view)].join(' · '),
    body: html`<main class="${isOpen ? 'page payment' : 'page'}">
${isOpen ? html`${purchase(view)}<div class="panel paying">${payForm(link, view)}</div>` : endedParts(view)}
${languages(locale, hostedTextsOf(locale).language)}
</main>`,
    styles: ['hosted-page/hosted-page.css'],
    look: themeCss(view.appearance),
  })
}

function purchase(view: LinkView): Html {
  const { link, locale } = view
  const texts = hostedTextsOf(locale)
  const customer = customerOf(link, locale)
  return html`<header class="purchase" data-status="ACTIVE">
${view.isTest && html`<p class="badge badge-warning" data-field="test-mode">${texts.testMode}</p>`}
${logoOf(view.appearance)}
<p class="eyebrow">${texts.payTo}</p>
<h1>${nameOf(view)}</h1>
<p class="amount" translate="no">${priceOf(view)}</p>
<p class="purchase-description">${link.description}</p>
${customer !== '' && html`<p class="hint">${linkTextsOf(locale).customer} <span translate="no">${customer}</span></p>`}
<p class="hint">${texts.reference} <span translate="no">${link.reference}</span></p>
</header>`
}

function payForm(link: PaymentLink, view: LinkView): Html {
  const { locale } = view
  const price = link.amount === null ? '' : ` ${priceOf(view)}`
  return html`<form method="post" action="/pay/${link.paymentLinkId}" class="pay-form" novalidate>
${hiddenFields({ locale })}
${link.amount === null && amountField(view)}
<button class="button button-primary pay" data-action="link-pay">${hostedTextsOf(locale).pay}${price}</button>
</form>`
}

function amountField({ link, locale, wrongAmount }: LinkView): Html {
  const texts = linkTextsOf(locale)
  const isWrong = wrongAmount !== undefined
  const range = texts.range
    .replace('{min}', money(link, link.amountMin, locale))
    .replace('{max}', money(link, link.amountMax, locale))
  return html`<div class="field">
<label for="amount">${texts.amount} (${link.currency})</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="transaction-amount" maxlength="40" required
data-field="link-amount" value="${wrongAmount ?? ''}" aria-describedby="${isWrong ? 'amount-problem' : 'amount-hint'}"${attributes({ 'aria-invalid': isWrong && 'true', autofocus: isWrong })}>
${isWrong ? html`<p class="field-problem" id="amount-problem" role="alert">${range}</p>` : html`<p class="hint" id="amount-hint">${range}</p>`}
</div>`
}

const TONES: Record<Exclude<LinkPageState, 'open'>, { readonly tone: string; readonly status: string }> = {
  paid: { tone: 'success', status: 'COMPLETED' },
  pending: { tone: 'info', status: 'PENDING' },
  busy: { tone: 'info', status: 'PENDING' },
  completed: { tone: 'success', status: 'COMPLETED' },
  expired: { tone: 'warning', status: 'EXPIRED' },
  disabled: { tone: 'warning', status: 'DISABLED' },
  unavailable: { tone: 'warning', status: 'ACTIVE' },
  tooMany: { tone: 'warning', status: 'ACTIVE' },
  crowded: { tone: 'warning', status: 'ACTIVE' },
}

function endedParts(view: LinkView): Html {
  const { state, link, locale, payment, busySessionId } = view
  const texts = hostedTextsOf(locale)
  const { tone, status } = TONES[state as keyof typeof TONES]
  const { heading, words } = endingOf(state, locale)
  const message = SAYS_MESSAGE.has(state) ? link.message : null
  return html`<section class="panel" data-status="${status}">
${logoOf(view.appearance)}
<p class="badge badge-${tone}" aria-hidden="true">${heading}</p>
<h1 class="visually-hidden">${heading}</h1>
${(payment || link.amount !== null) && html`<p class="amount" translate="no">${priceOf(view)}</p>`}
${facts({
  [texts.payTo]: nameOf(view),
  [texts.reference]: payment?.reference ?? link.reference,
  [linkTextsOf(locale).date]: payment && dateOf(payment.updatedAt, locale),
})}
<p class="muted">${message ?? words}</p>
${busySessionId !== undefined && html`<a class="button button-secondary" href="/hosted-payment-page/${busySessionId}" data-action="continue">${texts.continueWaiting}</a>`}
</section>`
}

/** States in which the message of the merchant replaces the standard one. */
const SAYS_MESSAGE: ReadonlySet<LinkPageState> = new Set(['completed', 'expired', 'disabled'])

function endingOf(state: LinkPageState, locale: Locale) {
  if (state === 'pending') return hostedTextsOf(locale).pending
  return linkTextsOf(locale)[state as Exclude<LinkPageState, 'open' | 'pending'>]
}

function nameOf({ appearance, merchantName }: LinkView): string {
  return appearance.displayName ?? merchantName
}

function priceOf({ link, payment, locale }: LinkView): string {
  const amount = payment?.amount ?? link.amount
  if (amount !== null) return money(link, amount, locale)
  return `${money(link, link.amountMin, locale)} – ${money(link, link.amountMax, locale)}`
}

function money({ currency }: PaymentLink, amount: bigint | null, locale: Locale): string {
  return formatMoney({ amount: amount ?? 0n, currency }, locale)
}

/** Name and country only, because a link can be forwarded. */
function customerOf({ customer, country }: PaymentLink, locale: Locale): string {
  const code = customer.country ?? country
  const place = code && (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)
  return [[customer.firstName, customer.lastName].filter(Boolean).join(' '), place].filter(Boolean).join(', ')
}

function dateOf(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
