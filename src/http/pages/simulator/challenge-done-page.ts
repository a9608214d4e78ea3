import { selfPostingForm } from '../form.ts'
import { html } from '../html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '../layout.ts'
import { passage, simulatorRibbon } from '../parts.ts'

/** The end of the simulated challenge: the browser carries `cres` to the notification URL. */
export function challengeDonePage(done: {
  readonly notificationUrl: string
  readonly cres: string
  readonly threeDSSessionData: string | undefined
}): Page {
  const { notificationUrl, cres, threeDSSessionData } = done
  const form = selfPostingForm(notificationUrl, { cres, threeDSSessionData }, 'Continue')
  return renderPage({
    title: 'Simulated bank',
    body: html`${simulatorRibbon('No real bank, no real money.')}
${passage('Thank you', 'You are on your way back to the shop.', form)}`,
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
    framedByAnybody: true,
  })
}
