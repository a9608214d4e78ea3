import { TollgateError } from './error.ts'

/** ISO 4217 codes by their number of minor-unit digits. */
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

const DIGITS = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
)

/** Largest amount of the interface: an int64. */
const MAX_AMOUNT = 9_223_372_036_854_775_807n

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Minor units of an amount in major units, exactly: `12.34` KWD is 12340. Further decimals have to be zeros.
 * @param amount decimal text with a point and without groups, or a number that prints so
 * @param currency ISO 4217, in any case
 * @throws TollgateError `invalid_request` for any other text, more decimals than the currency has, or an unknown currency
 */
export function toMinorUnits(amount: string | number, currency: string): bigint {
  const digits = digitsOf(currency)
  const [, sign = '', whole, decimals = ''] = DECIMAL.exec(String(amount).trim()) ?? []
  const isExact = whole !== undefined && /^0*$/.test(decimals.slice(digits))
  if (!isExact) throw invalid('amount', `Use an amount with at most ${digits} decimals and a point, for example 12.`)
  const units = BigInt(whole + decimals.slice(0, digits).padEnd(digits, '0'))
  if (units > MAX_AMOUNT) throw invalid('amount', `Use an amount of at most ${MAX_AMOUNT} minor units.`)
  return sign === '-' ? -units : units
}

/**
 * An amount in major units as decimal text with all decimals of its currency: 12340 KWD is `12.340`.
 * @param amount minor units; a number has to be a safe integer
 * @param currency ISO 4217, in any case
 * @throws TollgateError `invalid_request` for any other number, or an unknown currency
 */
export function fromMinorUnits(amount: bigint | number, currency: string): string {
  const digits = digitsOf(currency)
  if (typeof amount === 'number' && !Number.isSafeInteger(amount)) throw invalid('amount', 'Use whole minor units.')
  const units = String(amount)
    .replace('-', '')
    .padStart(digits + 1, '0')
  const point = units.length - digits
  const sign = amount < 0 ? '-' : ''
  return sign + units.slice(0, point) + (digits > 0 ? `.${units.slice(point)}` : '')
}

function digitsOf(currency: string): number {
  const digits = DIGITS.get(currency.toUpperCase())
  if (digits === undefined) throw invalid('currency', 'Use an ISO 4217 currency with a minor unit, for example EUR.')
  return digits
}

function invalid(property: string, message: string): TollgateError {
  return new TollgateError('invalid_request', message, { problems: [{ property, message, params: [] }] })
}
