import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage, sourceOf } from '#html/layout.ts'
import { autoSubmitForm, hiddenFields, progressPanel, simulatorRibbon } from '#html/parts.ts'

/** Choices of the shopper, by EMV 3DS transStatus. */
const LABELS: Readonly<Record<string, string>> = {
  Y: 'Authenticated',
  N: 'Not authenticated',
  U: 'Could not be performed',
  A: 'Attempted',
  R: 'Rejected',
  I: 'Information only',
}

const OFFERED = ['Y', 'N', 'U', 'A', 'R']

export interface ChallengeView {
  readonly merchantName: string
  readonly money: Money
  /** Name and effect of the simulated flow. */
  readonly flow: string
  readonly summary: string
  readonly preset: string
  /** Passed to the page's own next step. */
  readonly creq: string
  readonly threeDSSessionData: string | undefined
}

/** Challenge (docs/reference/simulators.md#pages): the preset button first; a plain form from 250×400 pixels up. */
export function challengePage(view: ChallengeView): Page {
  const { merchantName, money, flow, summary, creq, threeDSSessionData } = view
  const body = html`${simulatorRibbon('No real bank, no real money.')}
<main class="page" aria-labelledby="question">
<section class="panel">
<div>
<p class="eyebrow">Simulated bank</p>
<h1 id="question">Are you making this payment?</h1>
</div>
<div>
<p class="amount">${formatMoney(money, 'en')}</p>
<p class="muted">to <strong>${merchantName}</strong></p>
</div>
<form method="post" action="/simulators/three-ds/challenge/outcome">
${hiddenFields({ creq, threeDSSessionData })}
${choices(view.preset)}
</form>
<details class="hint"><summary>What is simulated here</summary><p>${summary}.</p><p><code>${flow}</code></p></details>
</section>
</main>`
  return renderPage({ title: 'Simulated bank', body, scripts: ['three-ds/challenge.ts'], framedByAnybody: true })
}

/** End of the simulated challenge: the browser posts `cres` to the notification URL. */
export function challengeDonePage(done: {
  readonly notificationUrl: string
  readonly cres: string
  readonly threeDSSessionData: string | undefined
}): Page {
  const { notificationUrl, cres, threeDSSessionData } = done
  const form = autoSubmitForm(notificationUrl, { cres, threeDSSessionData }, 'Continue')
  return renderPage({
    title: 'Simulated bank',
    body: html`${simulatorRibbon('No real bank, no real money.')}
${progressPanel('Thank you', 'We are taking you back to the shop.', form)}`,
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

function choices(preset: string): Html {
  const first = LABELS[preset] ? preset : 'Y'
  const others = OFFERED.filter((outcome) => outcome !== first)
  return html`<div class="choices">
<button class="button button-primary" name="outcome" value="${first}" data-outcome="${first}" autofocus>${LABELS[first]}</button>
${others.map(otherChoice)}
<button class="button button-quiet" name="outcome" value="cancel" data-outcome="cancel">Cancel</button>
</div>`
}

function otherChoice(outcome: string): Html {
  return html`<button class="button button-secondary" name="outcome" value="${outcome}" data-outcome="${outcome}">${LABELS[outcome]}</button>
`
}
