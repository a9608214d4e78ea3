import { selfPostingForm } from './form.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from './layout.ts'
import { passage } from './parts.ts'

/** Posts a provider's form by itself; without script its button does. */
export function formSubmitPage(url: string, data: Readonly<Record<string, string>>): Page {
  return renderPage({
    title: 'Continue your payment',
    body: passage(
      'Your payment goes on',
      'You are on your way to the next page.',
      selfPostingForm(url, data, 'Continue'),
    ),
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
  })
}
