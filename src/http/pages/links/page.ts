import { formatMoney } from '#domain/currency.ts'
import type { AmountEntry } from '#domain/entered-amount.ts'
import type { PaymentLink } from '#domain/payment-link.ts'
import type { Appearance } from '#flows/appearance.ts'
import type { LinkPage, LinkPageState } from '#flows/payment-links/read-link-page.ts'
import { readingChoice } from '#html/amount-entry.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { facts, hiddenFields } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import type { Locale } from '#web/shared/locales.ts'
import { dateOf, printButton, receiptFacts } from '../hosted/ended-page.ts'
import { languages } from '../hosted/languages.ts'
import { type PaymentView, payPanel } from '../hosted/payment-page.ts'
import { logoOf, testMark, themeCss } from '../hosted/theme.ts'

export interface WrongAmount extends AmountEntry {
  readonly text: string
}

export interface LinkView extends LinkPage {
  readonly appearance: Appearance
  readonly isTest: boolean
  readonly locale: Locale
  /** Entered amount, if the link does not accept it. */
  readonly wrongAmount?: WrongAmount | undefined
  /** Methods, if the page takes the payment. */
  readonly checkout?: PaymentView | undefined
}

/** Page of a payment link: price and button, or the reason why it accepts no payment. Complete without script. */
export function linkPage(view: LinkView): Page {
  const { locale, state, checkout } = view
  const title = `${hostedTextsOf(locale).payTo} ${nameOf(view)}`
  const isOpen = state === 'open'
  return renderPage({
    lang: locale,
    title: isOpen ? title : endingOf(state, locale).heading,
    description: [nameOf(view), priceOf(view)].join(' · '),
    body: html`<main class="${isOpen ? 'page payment' : 'page'}">
${isOpen ? html`${purchase(view)}${payPart(view)}` : endedParts(view)}
${languages(locale, hostedTextsOf(locale).language)}
</main>`,
    styles: ['hosted-page/hosted-page.css'],
    look: themeCss(view.appearance),
    scripts: checkout ? ['hosted-page/main.ts'] : state === 'paid' ? ['hosted-page/print.ts'] : [],
    ...(checkout && { formAction: ANY_WEB_ADDRESS }),
  })
}

function purchase(view: LinkView): Html {
  const { link, locale } = view
  const texts = hostedTextsOf(locale)
  const customer = customerOf(link, locale)
  return html`<header class="purchase" data-status="ACTIVE">
${testMark(view.isTest, texts)}
${logoOf(view.appearance)}
<p class="eyebrow">${texts.payTo}</p>
<h1>${nameOf(view)}</h1>
<p class="amount" translate="no">${priceOf(view)}</p>
<p class="purchase-description">${link.description}</p>
${customer !== '' && html`<p class="hint">${hostedTextsOf(locale).link.customer} <span translate="no">${customer}</span></p>`}
<p class="hint">${texts.reference} <span translate="no">${link.reference}</span></p>
${link.expiresAt && html`<p class="hint">${hostedTextsOf(locale).link.payUntil} ${dateOf(link.expiresAt, locale)}</p>`}
</header>`
}

function payPart(view: LinkView): Html {
  const { link, locale, checkout } = view
  const { pay, goToProvider } = hostedTextsOf(locale)
  const path = `/pay/${link.paymentLinkId}`
  if (checkout) return payPanel(checkout, path, 'link-pay')
  return html`<form method="post" action="${path}" class="panel paying pay-form" novalidate>
${hiddenFields({ locale })}
${link.amount === null && amountField(view)}
<button class="button button-primary pay" data-action="link-pay">${link.amount === null ? goToProvider : `${pay} ${priceOf(view)}`}</button>
</form>`
}

function amountField({ link, locale, wrongAmount }: LinkView): Html {
  const texts = hostedTextsOf(locale).link
  const choice = wrongAmount && readingChoice(wrongAmount, link.currency, { legend: texts.whichAmount, locale })
  const isWrong = wrongAmount !== undefined && (!choice || wrongAmount.reading !== undefined)
  const range = fill(texts.range, {
    min: money(link, link.amountMin, locale),
    max: money(link, link.amountMax, locale),
  })
  return html`<div class="field">
<label for="amount">${texts.amount} (${link.currency})</label>
<input id="amount" name="amount" inputmode="decimal" dir="ltr" autocomplete="transaction-amount" maxlength="40" required
data-field="link-amount" value="${wrongAmount?.text ?? ''}" aria-describedby="${isWrong ? 'amount-problem' : 'amount-hint'}"${attributes({ 'aria-invalid': isWrong && 'true', autofocus: wrongAmount !== undefined })}>
${isWrong ? html`<p class="field-problem" id="amount-problem" role="alert">${range}</p>` : html`<p class="hint" id="amount-hint">${range}</p>`}
</div>
${choice}`
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
${testMark(view.isTest, texts)}
${logoOf(view.appearance)}
<p class="badge badge-${tone}" aria-hidden="true">${heading}</p>
<h1 class="visually-hidden">${heading}</h1>
${(payment || link.amount !== null) && html`<p class="amount" translate="no">${priceOf(view)}</p>`}
<p class="breaks">${link.description}</p>
${facts({
  [state === 'paid' ? texts.paidTo : texts.payTo]: nameOf(view),
  ...(payment && receiptFacts(payment, locale, view.timeZone)),
  [texts.reference]: payment?.reference ?? link.reference,
})}
<p class="muted">${message ?? words}</p>
${state === 'paid' && printButton(texts)}
${busySessionId !== undefined && html`<a class="button button-secondary" href="/hosted-payment-page/${busySessionId}" data-action="continue">${texts.continueWaiting}</a>`}
</section>`
}

/** States in which the message of the merchant replaces the standard one. */
const SAYS_MESSAGE: ReadonlySet<LinkPageState> = new Set(['completed', 'expired', 'disabled'])

function endingOf(state: LinkPageState, locale: Locale) {
  if (state === 'pending') return hostedTextsOf(locale).pending
  return hostedTextsOf(locale).link[state as Exclude<LinkPageState, 'open' | 'pending'>]
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
