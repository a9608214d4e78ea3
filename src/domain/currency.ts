import { MAX_AMOUNT, type Money } from './money.ts'
import { readAmounts } from './typed-amount.ts'

/** ISO 4217 codes of 2026 by minor-unit digits, without metals and funds. Withdrawn ones stay, for refunds. */
const CODES_BY_DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
    NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Codes withdrawn by 2026: of Curaçao's guilder, Bulgaria's lev and Cuba's convertible peso. */
const WITHDRAWN: readonly string[] = ['ANG', 'BGN', 'CUC']

const DIGITS = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
)

/** Minor-unit digits of an ISO 4217 code in capitals (2 for EUR); undefined for an unknown code. */
export function minorUnits(code: string): number | undefined {
  return DIGITS.get(code)
}

/** True for a currency that new objects may use. */
export function isPresentCurrency(code: string): boolean {
  return DIGITS.has(code) && !WITHDRAWN.includes(code)
}

export function currenciesWith(digits: number): readonly string[] {
  return [...DIGITS].filter(([, own]) => own === digits).map(([code]) => code)
}

/** Amount as pages show it: `1.234,50 €`. @param locale such as `ro-RO` @throws RangeError for an unknown code */
export function formatMoney({ amount, currency }: Money, locale: string): string {
  const digits = digitsOf(currency)
  return formatOf(locale, currency, digits).format(inMajorUnits(amount, digits))
}

/** By locale and currency: making one takes fifty times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, currency: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, ...fractions })
  formats.set(key, format)
  return format
}

/** Amount in major units for machines: `1234.50`. @throws RangeError as `formatMoney` does */
export function majorUnitsOf({ amount, currency }: Money): string {
  if (amount < 0n) return `-${majorUnitsOf({ amount: -amount, currency })}`
  return inMajorUnits(amount, digitsOf(currency)).replace(/\.$/, '')
}

/** Readings of entered text in minor units (docs/reference/requests.md#amounts-that-people-type). @throws like `formatMoney` */
export function amountsMeant(text: string, currency: string): readonly bigint[] {
  return readAmounts(text, digitsOf(currency), marksOf(currency)).filter((amount) => amount <= MAX_AMOUNT)
}

/** Reads as `amountsMeant` does, but allows zero, such as a limit. */
export function amountsFromZero(text: string, currency: string): readonly bigint[] {
  return /^0+(?:[.,]0*)?$/.test(text.trim()) ? [0n] : amountsMeant(text, currency)
}

function marksOf(currency: string): readonly string[] {
  return [currency, currencySign(currency).trim()]
}

/** Finds the currency whose code or sign is before or after a number: `JOD 2,500.000`, `12.50 €`. */
export function currencyNamedIn(text: string): string | undefined {
  const [mark] = /^[^\d\s]+(?=\s*\d)|(?<=\d\s*)[^\d\s]+$/.exec(text.trim()) ?? []
  if (mark === undefined || DIGITS.has(mark)) return mark
  return [...DIGITS.keys()].find((currency) => currencySign(currency).trim() === mark)
}

/** Currency before an amount on English pages: `€`, or a code and a space. @throws RangeError as `formatMoney` does */
export function currencySign(currency: string): string {
  return formatMoney({ amount: 0n, currency }, 'en').replace(/[\d.]+$/, '')
}

export interface AmountIn {
  /** Minor units. */
  readonly amount: bigint
  readonly currencies: readonly string[]
}

/** Amounts that a searched text may mean: in the filter's currency, in the one that it names, or in each. */
export function amountsToFind(text: string, filter?: string): readonly AmountIn[] {
  const currency = filter ?? currencyNamedIn(text)
  const kinds = currency === undefined ? Object.keys(CODES_BY_DIGITS).map(Number) : [digitsOf(currency)]
  return kinds.flatMap((digits) =>
    readAmounts(text, digits, currency === undefined ? [] : marksOf(currency))
      .filter((amount) => amount <= MAX_AMOUNT)
      .map((amount) => ({ amount, currencies: currency === undefined ? currenciesWith(digits) : [currency] })),
  )
}

function digitsOf(currency: string): number {
  const digits = minorUnits(currency)
  if (digits === undefined) throw new RangeError(`${currency} is no ISO 4217 currency with a minor unit.`)
  return digits
}

/** Decimal text, because Intl formats it to the last digit, unlike a number. */
function inMajorUnits(amount: bigint, digits: number): Intl.StringNumericLiteral {
  const text = String(amount).padStart(digits + 1, '0')
  const point = text.length - digits
  return `${text.slice(0, point)}.${text.slice(point)}` as Intl.StringNumericLiteral
}
