import type { Texts } from '../shared/fields/texts/texts.ts'
import type { Locale } from '../shared/locales.ts'
import type { FaultCode } from '../shared/protocol.ts'

export interface Language {
  readonly locale: Locale
  readonly texts: Texts
}

/** Loads the texts of one language; those of the page are preloaded. @param address with `{locale}` */
export async function loadLanguage(address: string, locale: Locale): Promise<Language> {
  const answer = await fetch(address.replace('{locale}', locale))
  if (!answer.ok) throw new Error(`The texts are not available: ${answer.status}.`)
  return { locale, texts: (await answer.json()) as Texts }
}

export function faultText(texts: Texts, code: FaultCode): string {
  const known: Partial<Record<FaultCode, string>> = texts
  return known[code] ?? texts.failed
}
