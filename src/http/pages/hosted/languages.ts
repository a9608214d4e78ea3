import { type Html, html } from '#html/html.ts'
import { LOCALES, type Locale } from '#web/shared/locales.ts'

/** Lists the page's languages, each by its own name: the current one, and links to the others. On a phone they fold away. */
export function languages(present: Locale, heading: string): Html {
  const items = LOCALES.map((locale) =>
    locale === present
      ? html`<li><span aria-current="true">${nameOf(locale)}</span></li>
`
      : html`<li><a href="?locale=${locale}" hreflang="${locale}" lang="${locale}">${nameOf(locale)}</a></li>
`,
  )
  return html`<nav class="languages" aria-label="${heading}"><details class="fold"><summary>${heading}: ${nameOf(present)}</summary>
<ul>${items}</ul></details></nav>`
}

function nameOf(locale: Locale): string {
  const language = locale.slice(0, 2)
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
