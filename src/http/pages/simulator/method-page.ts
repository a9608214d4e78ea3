import { selfPostingForm } from '../form.ts'
import { html } from '../html.ts'
import { type Page, renderPage, sourceOf } from '../layout.ts'

/** The simulated issuer's fingerprint page, for a hidden frame: it calls the notification URL back. */
export function methodPage(method: {
  readonly notificationUrl: string
  readonly threeDSMethodData: string
  readonly delaySeconds: number
}): Page {
  const { notificationUrl, threeDSMethodData, delaySeconds } = method
  return renderPage({
    title: 'Simulated fingerprint',
    body: html`<main>${selfPostingForm(notificationUrl, { threeDSMethodData }, 'Continue', delaySeconds)}</main>`,
    scripts: ['three-ds/auto-submit.ts'],
    formAction: sourceOf(notificationUrl),
    framedByAnybody: true,
  })
}
