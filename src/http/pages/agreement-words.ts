import type { AgreementTerms } from '#domain/agreement.ts'
import { formatMoney } from '#domain/currency.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import { LOCALES, type Locale } from '#web/shared/locales.ts'
import type { AgreementTexts } from '#web/shared/protocol.ts'

type Terms = AgreementTerms & { readonly currency: string }

export function agreementTexts(terms: Terms): AgreementTexts {
  return Object.fromEntries(LOCALES.map((locale) => [locale, agreementWords(terms, locale)])) as AgreementTexts
}

/** Describes the agreement that a shopper makes with a payment (docs/reference/hosted-page.md#agreements). */
export function agreementWords(
  { description, maxAmount, frequencyDays, endsOn, currency }: Terms,
  locale: Locale,
): string {
  const { saved, most, until, cancel } = hostedTextsOf(locale).agreement
  const amount = maxAmount !== null && formatMoney({ amount: maxAmount, currency }, locale)
  const day = endsOn !== null && dateOf(endsOn, locale)
  const sentences = [
    fill(saved, { description }),
    frequencyWords(frequencyDays, locale),
    amount && fill(most, { amount }),
    day && fill(until, { day }),
    cancel,
  ]
  return sentences.filter(Boolean).join(' ')
}

function frequencyWords(days: number | null, locale: Locale): string {
  const { daily, every, sometimes } = hostedTextsOf(locale).agreement
  if (days === null) return sometimes
  const form = every[new Intl.PluralRules(locale).select(days)] ?? every.other
  return days === 1 ? daily : fill(form, { days: new Intl.NumberFormat(locale).format(days) })
}

function dateOf(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
