/** The languages of every page a shopper sees (docs/reference/hosted-page.md#languages). */
export const LOCALES = [
  'en-US',
  'bs-BA',
  'ro-RO',
  'sv-SE',
  'de-DE',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-PT',
  'da-DK',
  'fi-FI',
  'cs-CZ',
  'ar',
] as const

export type Locale = (typeof LOCALES)[number]

/** Language of a tag; its region does not matter. */
export function languageOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0]!
}

export function localeOfTag(tag: string | null | undefined): Locale | undefined {
  return LOCALES.find((known) => known.slice(0, 2) === languageOf(tag ?? ''))
}

/** The first wanted language that there are texts in, else English. */
export function localeOf(wanted: readonly (string | null | undefined)[]): Locale {
  return wanted.map(localeOfTag).find((locale) => locale !== undefined) ?? 'en-US'
}

type LanguageOf<L extends string> = L extends `${infer Language}-${string}` ? Uppercase<Language> : Uppercase<L>

/** Finds the texts of a locale among those of all languages: `{ EN, DE, … }`. */
export function byLocale<T>(texts: Readonly<Record<LanguageOf<Locale>, T>>): (locale: Locale) => T {
  return (locale) => texts[languageOf(locale).toUpperCase() as LanguageOf<Locale>]
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}
