import { getPath, type Money, minorUnits, type RepeatedValues } from '#providers/port/tools.ts'

/** Currencies with other minor units at Adyen than in ISO 4217, with its digits (docs.adyen.com, currency codes). */
const OWN_DIGITS: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 }

/** Amount in Adyen's notation. Its value is an exact JSON number. */
export interface AdyenAmount {
  readonly currency: string
  readonly value: unknown
}

/** Amount in Adyen's minor units; null if it is not an integer. */
export function adyenValueOf({ amount, currency }: Money): bigint | null {
  const digits = moreDigitsOf(currency)
  if (digits >= 0) return amount * 10n ** BigInt(digits)
  const unit = 10n ** BigInt(-digits)
  return amount % unit === 0n ? amount / unit : null
}

/** Converts an amount for a request; null if it needs more decimals. */
export function amountOf(money: Money): AdyenAmount | null {
  const value = adyenValueOf(money)
  return value === null ? null : { currency: money.currency, value: JSON.rawJSON(String(value)) }
}

/** Reads the amount that Adyen repeats. @param repeated `{ value, currency }` */
export function repeatedAmount(money: Money, repeated: unknown): Pick<RepeatedValues, 'amounts' | 'currencies'> {
  return {
    amounts: [[String(adyenValueOf(money)), getPath(repeated, 'value')]],
    currencies: [[money.currency, getPath(repeated, 'currency')]],
  }
}

/** Converts Adyen's value to minor units of ISO 4217, rounded down. */
export function amountFrom(value: bigint, currency: string): bigint {
  const digits = moreDigitsOf(currency)
  return digits >= 0 ? value / 10n ** BigInt(digits) : value * 10n ** BigInt(-digits)
}

/** Number of extra digits compared to ISO 4217. */
function moreDigitsOf(currency: string): number {
  const digits = minorUnits(currency) ?? 0
  return (OWN_DIGITS[currency] ?? digits) - digits
}
