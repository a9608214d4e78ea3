import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { shopperPageOf } from '#flows/sessions/read-session.ts'
import { LOCALES, type Locale, localeOfTag } from '#web/shared/locales.ts'

/** Part of a header such as `sv-SE,sv;q=0.9,en;q=0`. */
interface LanguageRange {
  readonly tag: string
  /** 0 to 1; 0 is not acceptable. */
  readonly weight: number
}

type Header = (name: string) => string | undefined

/** Picks the language of a page: the requested one, else the one that the browser prefers, else the first it allows. */
export function requestLocale(asked: string | null | undefined, header: Header): Locale {
  return localeOfTag(asked) ?? acceptedLocale(header('accept-language') ?? '')
}

/** Language of a page in the course of a payment: that of the page it was paid on, else as `requestLocale`. */
export async function paymentLocale(
  gateway: Gateway,
  payment: Pick<Transaction, 'merchantId' | 'id'>,
  header: Header,
): Promise<Locale> {
  return requestLocale((await shopperPageOf(gateway, payment))?.locale, header)
}

/** Weighs our languages by `Accept-Language` (RFC 9110, 12.4.2 and 12.5.4). */
function acceptedLocale(value: string): Locale {
  const ranges = value.split(',').flatMap(rangeOf)
  const weighed = LOCALES.map((locale) => ({ locale, range: rangeFor(locale, ranges) }))
  const [best] = weighed
    .filter(({ range }) => range !== undefined && range.weight > 0)
    .sort(
      ({ range: one }, { range: other }) =>
        other!.weight - one!.weight || ranges.indexOf(one!) - ranges.indexOf(other!),
    )
  return (best ?? weighed.find(({ range }) => range === undefined))?.locale ?? LOCALES[0]
}

/** Reads a range; one with an invalid weight is ignored. */
function rangeOf(text: string): LanguageRange[] {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
  return tag !== '' && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? [{ tag, weight: Number(weight) }] : []
}

/** Most specific range for a locale: its own tag, its language, its language elsewhere, or any language. */
function rangeFor(locale: Locale, ranges: readonly LanguageRange[]): LanguageRange | undefined {
  const language = locale.slice(0, 2)
  const elsewhere = ranges.filter(({ tag, weight }) => tag.startsWith(`${language}-`) && weight > 0)
  return (
    ranges.find(({ tag }) => tag === locale.toLowerCase()) ??
    ranges.find(({ tag }) => tag === language) ??
    elsewhere.sort((one, other) => other.weight - one.weight)[0] ??
    ranges.find(({ tag }) => tag === '*')
  )
}
