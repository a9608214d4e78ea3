/** The languages of every page a shopper sees (docs/reference/hosted-page.md#what-it-shows). */
export const LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE'] as const

export type Locale = (typeof LOCALES)[number]

/** The first wanted language that there are texts in; the region of a tag does not matter. */
export function localeOf(wanted: readonly (string | undefined)[]): Locale {
  return localeIn(wanted) ?? 'en-US'
}

/** Finds the first wanted language that there are texts in. */
export function localeIn(wanted: readonly (string | undefined)[]): Locale | undefined {
  const languages = wanted.map((tag) => tag?.toLowerCase().split(/[-_]/)[0])
  const language = languages.find((one) => LOCALES.some((known) => known.slice(0, 2) === one))
  return LOCALES.find((known) => known.slice(0, 2) === language)
}
