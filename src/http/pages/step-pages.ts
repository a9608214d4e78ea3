import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { autoSubmitForm, hiddenFields, progressPanel } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import type { Locale } from '#web/shared/locales.ts'

/** Step of 3-D Secure on our own page; `browserFormOf` makes its `form`. */
export interface ThreeDsStep {
  readonly form: {
    readonly kind: 'FINGERPRINT' | 'CHALLENGE'
    readonly url: string
    readonly fields: Readonly<Record<string, string>>
  }
  /** URL to which the browser posts after a fingerprint. A challenge returns automatically. */
  readonly continueUrl: string
  /** Language of the shopper; English by default. */
  readonly locale?: Locale
  readonly purchase: Purchase
}

/** Purchase, visible while the browser goes from page to page. */
export interface Purchase {
  readonly merchantName: string
  readonly money: Money
}

/** Runs a step: the fingerprint in a hidden frame, the challenge as a full page. */
export function threeDsStepPage({ form, continueUrl, locale = 'en-US', purchase }: ThreeDsStep): Page {
  const texts = hostedTextsOf(locale)
  const paid = purchaseLine(purchase, locale)
  const step =
    form.kind === 'CHALLENGE' ? challengeStep(form, texts, paid) : fingerprintStep(form, continueUrl, texts, paid)
  return renderPage({ lang: locale, formAction: ANY_WEB_ADDRESS, ...step })
}

function challengeStep({ url, fields }: ThreeDsStep['form'], { toBank, goToBank }: HostedTexts, paid: Html) {
  return {
    title: toBank.heading,
    body: progressPanel(toBank.heading, toBank.words, html`${paid}${autoSubmitForm(url, fields, goToBank)}`),
    scripts: ['three-ds/auto-submit.ts'],
  } as const
}

/** Page that posts to the bank, in the frame or window of the request (docs/reference/three-ds.md#the-address). */
export function passToBankPage(
  bankUrl: string,
  fields: { readonly creq: string; readonly threeDSSessionData: string | undefined },
  locale: Locale,
): Page {
  const { toBank, goToBank } = hostedTextsOf(locale)
  return renderPage({
    lang: locale,
    title: toBank.heading,
    body: progressPanel(toBank.heading, toBank.words, autoSubmitForm(bankUrl, fields, goToBank)),
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
    framedByAnybody: true,
  })
}

/** Page with a hidden frame, by which the bank recognizes the browser. */
function fingerprintStep({ url, fields }: ThreeDsStep['form'], continueUrl: string, texts: HostedTexts, paid: Html) {
  const { checking, goOn, bankFrame } = texts
  const forms = html`${paid}
<form id="fingerprint" method="post" action="${url}" target="fingerprint-frame" hidden>
${hiddenFields(fields)}
</form>
<iframe name="fingerprint-frame" class="visually-hidden" title="${bankFrame}" aria-hidden="true" tabindex="-1"></iframe>
<form id="continue" method="post" action="${continueUrl}"><button class="button button-quiet">${goOn}</button></form>`
  return {
    title: checking.heading,
    body: progressPanel(checking.heading, checking.words, forms),
    scripts: ['three-ds/fingerprint.ts'],
    frames: ANY_WEB_ADDRESS,
  } as const
}

/** Page that posts a form; without script by its button. */
export function formSubmitPage(
  { url, data }: { readonly url: string; readonly data: Readonly<Record<string, string>> },
  purchase: Purchase,
  locale: Locale,
): Page {
  const { toProvider, goToProvider } = hostedTextsOf(locale)
  const { heading, words } = toProvider
  const content = html`${purchaseLine(purchase, locale)}${autoSubmitForm(url, data, goToProvider)}`
  return renderPage({
    lang: locale,
    title: heading,
    body: progressPanel(heading, words, content),
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
  })
}

function purchaseLine({ merchantName, money }: Purchase, locale: Locale): Html {
  return html`<p class="muted" data-field="purchase">${merchantName} · <strong translate="no">${formatMoney(money, locale)}</strong></p>`
}
