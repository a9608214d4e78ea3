/** The languages of every page a shopper sees (docs/reference/hosted-page.md#what-it-shows). */
export const LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE'] as const

export type Locale = (typeof LOCALES)[number]

/** The first wanted language that there are texts in; the region of a tag does not matter. */
export function localeOf(wanted: readonly (string | undefined)[]): Locale {
  for (const tag of wanted) {
    const language = tag?.toLowerCase().split(/[-_]/)[0]
    const locale = LOCALES.find((known) => known.slice(0, 2) === language)
    if (locale) return locale
  }
  return 'en-US'
}
