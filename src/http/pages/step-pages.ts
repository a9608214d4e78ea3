import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import type { Locale } from '#web/shared/locales.ts'
import { html } from './html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from './layout.ts'
import { hiddenFields, progressPanel, selfPostingForm } from './parts.ts'

/** A further 3-D Secure step on a page of our own; `form` is what `browserFormOf` makes of its action token. */
export interface ThreeDsStep {
  readonly form: {
    readonly kind: 'FINGERPRINT' | 'CHALLENGE'
    readonly url: string
    readonly fields: Readonly<Record<string, string>>
  }
  /** Where the browser goes on, by POST, after a fingerprint. A challenge comes back by itself. */
  readonly continueUrl: string
  /** English unless the shopper is known to read something else. */
  readonly locale?: Locale
}

/** Runs the step that is due: the fingerprint in a hidden frame, the challenge as a full page. */
export function threeDsStepPage({ form, continueUrl, locale = 'en-US' }: ThreeDsStep): Page {
  const texts = hostedTextsOf(locale)
  const step = form.kind === 'CHALLENGE' ? challengeStep(form, texts) : fingerprintStep(form, continueUrl, texts)
  return renderPage({ lang: locale, formAction: ANY_WEB_ADDRESS, ...step })
}

function challengeStep({ url, fields }: ThreeDsStep['form'], { toBank, goToBank }: HostedTexts) {
  return {
    title: toBank.heading,
    body: progressPanel(toBank.heading, toBank.words, selfPostingForm(url, fields, goToBank)),
    scripts: ['three-ds/auto-submit.ts'],
  } as const
}

/** The frame is hidden: it only lets the bank recognize the browser. */
function fingerprintStep({ url, fields }: ThreeDsStep['form'], continueUrl: string, texts: HostedTexts) {
  const { checking, goOn, bankFrame } = texts
  const forms = html`<form id="fingerprint" method="post" action="${url}" target="fingerprint-frame" hidden>
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

/**
 * Posts a provider's form by itself; without script its button does.
 * @param locale of the shopper
 */
export function formSubmitPage(url: string, data: Readonly<Record<string, string>>, locale: Locale): Page {
  const { toProvider, goToProvider } = hostedTextsOf(locale)
  const { heading, words } = toProvider
  return renderPage({
    lang: locale,
    title: heading,
    body: progressPanel(heading, words, selfPostingForm(url, data, goToProvider)),
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
  })
}
