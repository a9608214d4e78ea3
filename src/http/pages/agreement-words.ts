import type { AgreementTerms } from '#domain/agreement.ts'
import { formatMoney } from '#domain/currency.ts'
import { agreementText } from '#web/shared/agreement/agreement-text.ts'
import type { Locale } from '#web/shared/locales.ts'

/** Says in words what a shopper agrees to by a payment (docs/reference/hosted-page.md#agreements). */
export function agreementWords(
  { description, maxAmount, frequencyDays, endsOn, currency }: AgreementTerms & { readonly currency: string },
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
