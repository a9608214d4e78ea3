import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'
import { selfPostingForm } from './form.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from './layout.ts'
import { passage } from './parts.ts'

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
    body: passage(heading, words, selfPostingForm(url, data, goToProvider)),
    scripts: ['three-ds/auto-submit.ts'],
    formAction: ANY_WEB_ADDRESS,
  })
}
