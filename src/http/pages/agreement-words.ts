import type { AgreementTerms } from '#domain/agreement.ts'
import { formatMoney } from '#domain/currency.ts'
import { type AgreementTexts, agreementText } from '#web/shared/agreement/agreement-text.ts'
import { LOCALES, type Locale } from '#web/shared/locales.ts'

type Terms = AgreementTerms & { readonly currency: string }

export function agreementTexts(terms: Terms): AgreementTexts {
  return Object.fromEntries(LOCALES.map((locale) => [locale, agreementWords(terms, locale)])) as AgreementTexts
}

/** Describes the agreement that a shopper makes with a payment (docs/reference/hosted-page.md#agreements). */
export function agreementWords(
  { description, maxAmount, frequencyDays, endsOn, currency }: Terms,
  locale: Locale,
): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return agreementText(
    {
      description,
      maxAmount: maxAmount === null ? null : formatMoney({ amount: maxAmount, currency }, locale),
      frequencyDays,
      endsOn: endsOn === null ? null : day.format(new Date(endsOn)),
    },
    locale,
  )
}
