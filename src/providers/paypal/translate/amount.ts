import { getPath, type Money, majorUnitsOf, minorUnits, type RepeatedValues } from '#providers/port/tools.ts'

/** Amount in PayPal's notation: decimal text. */
export interface Amount {
  readonly currency_code: string
  readonly value: string
}

/** Currencies with two digits in ISO 4217 that PayPal accepts in whole units only. */
export const WHOLE_ONLY = ['HUF', 'TWD']

/** Undefined if PayPal cannot represent it: a fraction of a forint or of a Taiwan dollar. */
export function amountOf(money: Money): Amount | undefined {
  const value = majorUnitsOf(money)
  if (!WHOLE_ONLY.includes(money.currency)) return { currency_code: money.currency, value }
  const [whole, fraction] = value.split('.') as [string, string]
  return /^0*$/.test(fraction) ? { currency_code: money.currency, value: whole } : undefined
}

/** Reads the amount that PayPal repeats. @param repeated `{ value, currency_code }` */
export function repeatedAmount(money: Money, repeated: unknown): Pick<RepeatedValues, 'amounts' | 'currencies'> {
  return {
    amounts: [[majorUnitsOf(money), getPath(repeated, 'value')]],
    currencies: [[money.currency, getPath(repeated, 'currency_code')]],
  }
}

/** Converts PayPal's decimal text to minor units of ISO 4217; undefined for an invalid amount. */
export function amountFrom(value: string, currency: string): bigint | undefined {
  const digits = minorUnits(currency)
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,3}))?$/.exec(value) ?? []
  if (digits === undefined || whole === undefined || fraction.length > digits) return undefined
  return BigInt(whole + fraction.padEnd(digits, '0'))
}
