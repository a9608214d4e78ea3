import type { Locale } from '../../locales.ts'
import type { FaultCode } from '../../protocol.ts'
import { BS } from './bs-ba.ts'
import { EN } from './en-us.ts'
import { RO } from './ro-ro.ts'
import { SV } from './sv-se.ts'
import type { Texts } from './texts.ts'

const TEXTS: Readonly<Record<Locale, Texts>> = { 'en-US': EN, 'bs-BA': BS, 'ro-RO': RO, 'sv-SE': SV }

export function textsOf(locale: Locale): Texts {
  return TEXTS[locale]
}

export function faultText(texts: Texts, code: FaultCode): string {
  const known: Partial<Record<FaultCode, string>> = texts
  return known[code] ?? texts.failed
}
