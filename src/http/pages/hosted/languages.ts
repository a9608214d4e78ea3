import { LOCALES, type Locale } from '#web/shared/locales.ts'
import { type Html, html } from '../html.ts'

/** The same page in the other languages, each by its own name. */
export function languages(present: Locale, heading: string): Html {
  const links = LOCALES.filter((locale) => locale !== present).map(
    (locale) => html`<li><a href="?locale=${locale}" hreflang="${locale}" lang="${locale}">${nameOf(locale)}</a></li>
`,
  )
  return html`<nav class="languages" aria-label="${heading}"><ul>${links}</ul></nav>`
}

function nameOf(locale: Locale): string {
  const language = locale.slice(0, 2)
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
