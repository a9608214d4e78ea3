import type { Locale } from '../../shared/locales.ts'
import { BS } from './bs-ba.ts'
import { EN } from './en-us.ts'
import { RO } from './ro-ro.ts'
import { SV } from './sv-se.ts'
import type { HostedTexts } from './texts.ts'

const TEXTS: Readonly<Record<Locale, HostedTexts>> = { 'en-US': EN, 'bs-BA': BS, 'ro-RO': RO, 'sv-SE': SV }

export function hostedTextsOf(locale: Locale): HostedTexts {
  return TEXTS[locale]
}
