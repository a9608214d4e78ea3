import { hiddenFields, selfPostingForm } from './form.ts'
import { html } from './html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from './layout.ts'
import { passage } from './parts.ts'

/** A further 3-D Secure step on a page of our own; `form` is what `browserFormOf` makes of its action token. */
export interface ThreeDsStep {
  readonly form: {
    readonly kind: 'FINGERPRINT' | 'CHALLENGE'
    readonly url: string
    readonly fields: Readonly<Record<string, string>>
  }
  /** Where the browser goes on, by POST, once a fingerprint had its time. A challenge comes back by itself. */
  readonly continueUrl: string
}

/** Runs the step that is due: the fingerprint in a hidden frame, the challenge as a full page. */
export function threeDsStepPage({ form, continueUrl }: ThreeDsStep): Page {
  return form.kind === 'CHALLENGE' ? challengeStep(form) : fingerprintStep(form, continueUrl)
}

function challengeStep({ url, fields }: ThreeDsStep['form']): Page {
  return renderPage({
    title: 'To your bank',
    body: passage(
      'Your bank has a question',
      'You are on your way to your bank’s own page.',
      selfPostingForm(url, fields, 'Go to your bank'),
    ),
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
  })
}

/** The frame shows nothing to anybody: it is there for the bank to recognize the browser. */
function fingerprintStep({ url, fields }: ThreeDsStep['form'], continueUrl: string): Page {
  const forms = html`<form id="fingerprint" method="post" action="${url}" target="fingerprint-frame" hidden>
${hiddenFields(fields)}
</form>
<iframe name="fingerprint-frame" class="visually-hidden" title="Your bank’s check" aria-hidden="true" tabindex="-1"></iframe>
<form id="continue" method="post" action="${continueUrl}"><button class="button button-quiet">Continue without waiting</button></form>`
  return renderPage({
    title: 'Checking with your bank',
    body: passage('Checking with your bank', 'This takes five seconds. Please keep this page open.', forms),
    scripts: ['three-ds/fingerprint.ts'],
    formAction: ANY_WEB_ADDRESS,
    frames: ANY_WEB_ADDRESS,
  })
}
