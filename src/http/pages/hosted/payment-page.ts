import { hasCardNumber } from '#domain/card-numbers-in-text.ts'
import { formatMoney } from '#domain/currency.ts'
import { livePayment, type SessionState } from '#domain/session.ts'
import type { Status } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Appearance } from '#flows/appearance.ts'
import type { PaymentOptions, SavedCardOption } from '#flows/sessions/payment-options.ts'
import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import type { Locale } from '#web/shared/locales.ts'
import { agreementWords } from '../agreement-words.ts'
import type { MethodChoice } from './card-methods.ts'
import { type FormProblem, fieldOf, type InputName, type SubmittedForm } from './form-fields.ts'
import { languages } from './languages.ts'
import { methodChoice } from './methods.ts'
import { logoOf, testMark, themeCss } from './theme.ts'

/** State of the page, with the entered values if its form was sent. */
export interface PaymentView {
  readonly state: SessionState
  readonly offer: PaymentOptions
  readonly appearance: Appearance
  readonly isTest: boolean
  readonly locale: Locale
  readonly typed?: SubmittedForm
  readonly wantsCardSaved?: boolean
  readonly problems?: readonly FormProblem[]
  /** URL to continue a payment that waits for the shopper. */
  readonly waitingUrl?: string | undefined
}

/** Payment page of a session (docs/reference/hosted-page.md); complete without script. */
export function paymentPage(view: PaymentView): Page {
  const { state, locale } = view
  const { session } = state
  const texts = hostedTextsOf(locale)
  const path = `/hosted-payment-page/${session.sessionId}`
  const title = `${texts.payTo} ${nameOf(view)}`
  const body = html`<main class="page payment">
${purchase(view, texts)}
${payPanel(view, `${path}/pay`, 'pay')}
<form method="post" action="${path}/cancel" class="leave">
${hiddenFields({ locale })}
<button class="button button-quiet" data-action="cancel">${texts.cancel}</button>
</form>
${languages(locale, texts.language)}
</main>`
  return renderPage({
    lang: locale,
    title,
    body,
    styles: ['hosted-page/hosted-page.css'],
    look: themeCss(view.appearance),
    scripts: ['hosted-page/main.ts'],
    formAction: ANY_WEB_ADDRESS,
  })
}

/** Texts of problems for the script of the page, in its language alone. */
function problemTexts(locale: Locale): string {
  const texts = Object.entries(textsOf(locale)).filter(([name]) => /(Missing|Wrong|WrongAmex|Past|There)$/.test(name))
  return JSON.stringify(Object.fromEntries(texts))
}

/** Methods with their fields, and the button that pays. @param path to which they are posted */
export function payPanel(view: PaymentView, path: string, action: 'pay' | 'link-pay'): Html {
  const { state, locale } = view
  const texts = hostedTextsOf(locale)
  return html`<div class="panel paying">
${summary(view.problems ?? [], texts)}
${lastOutcome(view, texts)}
<form method="post" action="${path}" class="pay-form" novalidate data-paying="${texts.paying}" data-texts="${problemTexts(locale)}">
${hiddenFields({ locale, knownPayment: livePayment(state)?.id ?? '', ...BROWSER })}
${methodChoice(choiceOf(view), payEnd(view, texts, action))}
</form>
</div>`
}

function payEnd(view: PaymentView, texts: HostedTexts, action: string): Html {
  const { offer, locale } = view
  return html`${offer.terms && html`<p data-field="agreement">${agreementWords(offer.terms, locale)}</p>`}
<button class="button button-primary pay" data-action="${action}">${fill(texts.payAmount, { amount: moneyOf(view) })}</button>
${takesCards(offer) && html`<p class="hint secure">${LOCK}<span>${texts.secure}</span></p>`}`
}

const LOCK = html`<svg class="lock" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect x="6" y="14" width="20" height="14" rx="3"/><path d="M10.5 14V9.5a5.5 5.5 0 0 1 11 0V14M16 20v2.5"/></svg>`

/** Empty inputs that a script fills in. */
const BROWSER = { colorDepth: '', screenHeight: '', screenWidth: '', timeZoneOffset: '' }

function purchase(view: PaymentView, texts: HostedTexts): Html {
  const { session } = view.state
  return html`<header class="purchase">
${testMark(view.isTest, texts)}
${logoOf(view.appearance)}
<p class="eyebrow">${texts.payTo}</p>
<h1>${nameOf(view)}</h1>
<p class="amount" translate="no">${moneyOf(view)}</p>
<p class="purchase-description">${session.description}</p>
<p class="hint">${texts.reference} <span translate="no">${session.reference}</span></p>
</header>`
}

/** Problems at the top, with links to their fields. */
function summary(problems: readonly FormProblem[], texts: HostedTexts): Html {
  const items = problems.map(({ input, message }) => html`<li><a href="#${input}">${message}</a></li>`)
  return html`<div class="notice notice-danger summary" role="alert" tabindex="-1" id="problems"${problems.length === 0 && HIDDEN}>
<h2>${texts.problems}</h2>
<ul>${items}</ul>
</div>`
}

const HIDDEN = html` hidden`

/** Result of the last payment, or a note that it waits. */
function lastOutcome({ state, problems = [], waitingUrl }: PaymentView, texts: HostedTexts): Html | false {
  if (waitingUrl !== undefined) {
    return html`<p class="notice">${texts.waiting} <a href="${waitingUrl}">${texts.continueWaiting}</a></p>`
  }
  const [payment] = state.payments
  const last = payment?.status
  const words = isFailedCheck(payment) ? texts.notAuthenticated : last && OUTCOMES[last]?.(texts)
  return (
    problems.length === 0 &&
    words !== undefined &&
    html`<p class="notice notice-danger" role="status" data-status="${last}">${words}</p>`
  )
}

/** True if the bank's check of the shopper failed, so that no provider was asked. */
function isFailedCheck(payment: Transaction | undefined): boolean {
  const { status, authentication, processingResult } = payment ?? {}
  return status === 'DECLINED' && /^[NR]$/.test(authentication?.status ?? '') && !processingResult?.providerResponseCode
}

const OUTCOMES: Partial<Record<Status, (texts: HostedTexts) => string>> = {
  DECLINED: ({ declined }) => declined,
  SESSION_EXPIRED: ({ timedOut }) => timedOut,
  INVALID: ({ notPossible }) => notPossible,
}

function choiceOf(view: PaymentView): MethodChoice {
  const { state, offer, locale, typed, problems = [], wantsCardSaved = false } = view
  const chosen = typed && offer.methods.includes(typed.method) ? typed.method : firstMethod(offer)
  return {
    session: state.session,
    offer,
    locale,
    problems,
    values: typed ? echoed(typed) : {},
    // On top, the selected method is visible with its problems.
    methods: [chosen, ...offer.offered.filter((method) => method !== chosen)],
    chosen,
    savedCard: typed?.savedCard || (goodCard(offer)?.paymentMethodId ?? ''),
    wantsCardSaved,
  }
}

function takesCards({ methods }: PaymentOptions): boolean {
  return methods.includes('card') || methods.includes('saved_card')
}

/** First method to select: a valid saved card, never an expired one. */
function firstMethod(offer: PaymentOptions): string {
  const others = offer.offered.filter((method) => method !== 'saved_card')
  return (goodCard(offer) && 'saved_card') ?? others[0] ?? offer.offered[0] ?? ''
}

function goodCard({ savedCards }: PaymentOptions): SavedCardOption | undefined {
  return savedCards.find(({ isExpired }) => !isExpired)
}

/** Values to show again after an error, without card numbers, which no page may contain. */
function echoed(typed: SubmittedForm): Partial<Record<InputName, string>> {
  const names = ['email', 'firstName', 'lastName', 'country'] as const
  const shown = names.filter((name) => !hasCardNumber(typed[name]))
  return Object.fromEntries(shown.map((name) => [fieldOf(name), typed[name]]))
}

function nameOf({ appearance, offer }: PaymentView): string {
  return appearance.displayName ?? offer.merchantName
}

function moneyOf({ state: { session }, locale }: PaymentView): string {
  return formatMoney({ amount: session.amount, currency: session.currency }, locale)
}
