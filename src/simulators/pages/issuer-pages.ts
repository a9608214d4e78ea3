import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage, sourceOf } from '#html/layout.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { autoSubmitForm, hiddenFields, progressPanel, simulatorRibbon } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'
import { bankTextsOf } from '#web/simulators/texts/index.ts'
import type { BankTexts } from '#web/simulators/texts/texts.ts'

type Outcome = keyof BankTexts['outcomes']

/** Choices by EMV 3DS transStatus, in the words of EMV, for testers. */
const EMV_WORDS: Readonly<Record<Outcome, string>> = {
  Y: 'Authenticated',
  N: 'Not authenticated',
  U: 'Could not be performed',
  A: 'Attempted',
  R: 'Rejected',
  I: 'Information only',
}

const OFFERED = ['Y', 'N', 'U', 'A', 'R'] as const

export interface ChallengeView {
  readonly merchantName: string
  readonly money: Money
  /** Name and effect of the simulated flow. */
  readonly flow: string
  readonly summary: string
  readonly preset: string
  readonly brand: string | null
  /** Last four digits of the card; absent in challenges from before they were stored. */
  readonly lastFour?: string | undefined
  /** Passed to the page's own next step. */
  readonly creq: string
  readonly threeDSSessionData: string | undefined
  readonly locale: Locale
}

/** Challenge (docs/reference/simulators.md#pages): the preset button first; a plain form from 250×400 pixels up. */
export function challengePage(view: ChallengeView): Page {
  const { merchantName, money, flow, summary, brand, lastFour, creq, threeDSSessionData, locale } = view
  const texts = bankTextsOf(locale)
  const body = html`${simulatorRibbon(texts.simulator, texts.noMoney)}
<main class="page" aria-labelledby="question">
<section class="panel">
<div>
<p class="eyebrow">${texts.bank}</p>
<h1 id="question">${texts.question}</h1>
</div>
<div>
<p class="amount">${formatMoney(money, locale)}</p>
<p class="muted">${texts.to} <strong>${merchantName}</strong></p>
${lastFour && html`<p class="muted" data-field="card">${brandMark(brand ?? 'card')} <bdi dir="ltr">•••• ${lastFour}</bdi></p>`}
</div>
<form method="post" action="/simulators/three-ds/challenge/outcome">
${hiddenFields({ creq, threeDSSessionData })}
${choices(view.preset, texts)}
</form>
<details class="hint" lang="en" dir="ltr"><summary>What is simulated here</summary><p>${summary}.</p><p><code>${flow}</code></p></details>
</section>
</main>`
  return renderPage({
    lang: locale,
    title: texts.bank,
    body,
    scripts: ['three-ds/challenge.ts'],
    framedByAnybody: true,
  })
}

/** End of the simulated challenge: the browser posts `cres` to the notification URL. */
export function challengeDonePage(done: {
  readonly notificationUrl: string
  readonly cres: string
  readonly threeDSSessionData: string | undefined
  readonly locale: Locale
}): Page {
  const { notificationUrl, cres, threeDSSessionData, locale } = done
  const texts = bankTextsOf(locale)
  const form = autoSubmitForm(notificationUrl, { cres, threeDSSessionData }, hostedTextsOf(locale).goToProvider)
  return renderPage({
    lang: locale,
    title: texts.bank,
    body: html`${simulatorRibbon(texts.simulator, texts.noMoney)}
${progressPanel(texts.thanks, texts.takingBack, form)}`,
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
    framedByAnybody: true,
  })
}

/** The simulated issuer's fingerprint page for a hidden frame, which calls the notification URL. */
export function methodPage(method: {
  readonly notificationUrl: string
  readonly threeDSMethodData: string
  readonly delaySeconds: number
}): Page {
  const { notificationUrl, threeDSMethodData, delaySeconds } = method
  return renderPage({
    title: 'Simulated fingerprint',
    body: html`<main>${autoSubmitForm(notificationUrl, { threeDSMethodData }, 'Continue', delaySeconds)}</main>`,
    scripts: ['three-ds/auto-submit.ts'],
    formAction: sourceOf(notificationUrl),
    framedByAnybody: true,
  })
}

function choices(preset: string, { outcomes, cancel }: BankTexts): Html {
  const first = Object.hasOwn(outcomes, preset) ? (preset as Outcome) : 'Y'
  const others = OFFERED.filter((outcome) => outcome !== first)
  return html`<div class="choices">
<button class="button button-primary" name="outcome" value="${first}" data-outcome="${first}" autofocus>${label(first, outcomes)}</button>
${others.map((other) => otherChoice(other, outcomes))}
<button class="button button-quiet" name="outcome" value="cancel" data-outcome="cancel">${cancel}</button>
</div>`
}

function otherChoice(outcome: Outcome, outcomes: BankTexts['outcomes']): Html {
  return html`<button class="button button-secondary" name="outcome" value="${outcome}" data-outcome="${outcome}">${label(outcome, outcomes)}</button>
`
}

function label(outcome: Outcome, outcomes: BankTexts['outcomes']): Html {
  return html`<span>${outcomes[outcome]} <small lang="en" dir="ltr">${EMV_WORDS[outcome]}</small></span>`
}
