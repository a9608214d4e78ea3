import { byLocale, type Locale, localeOf } from '#web/shared/locales.ts'
import { AR } from './ar.ts'
import { BS } from './bs-ba.ts'
import { CS } from './cs-cz.ts'
import { DA } from './da-dk.ts'
import { DE } from './de-de.ts'
import { EN } from './en-us.ts'
import { ES } from './es-es.ts'
import { FI } from './fi-fi.ts'
import { FR } from './fr-fr.ts'
import { IT } from './it-it.ts'
import { NL } from './nl-nl.ts'
import { PL } from './pl-pl.ts'
import { PT } from './pt-pt.ts'
import { RO } from './ro-ro.ts'
import { SV } from './sv-se.ts'
import type { MailTexts } from './texts.ts'

/** The first wanted language that there are texts in, else the main one of the merchant's country, else English. */
export function mailLocale(wanted: readonly (string | null)[], country: string | null): Locale {
  return localeOf([...wanted, country && new Intl.Locale(`und-${country}`).maximize().language])
}

export const mailTexts = byLocale<MailTexts>({ AR, BS, CS, DA, DE, EN, ES, FI, FR, IT, NL, PL, PT, RO, SV })
