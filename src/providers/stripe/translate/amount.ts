import { type Money, minorUnits } from '#providers/port/tools.ts'

/** Decimals of currencies that Stripe counts unlike ISO 4217 (docs.stripe.com/currencies). */
const DIGITS_OF_STRIPE: Readonly<Record<string, number>> = { MGA: 0, ISK: 2, UGX: 2 }

/** The last digit of three-digit currencies must be 0. */
const STEP_WITH_THREE_DIGITS = 10n

/** Digits as Stripe counts: 5 ISK are `500`, 500 MGA (5.00) are `5`. Undefined if Stripe cannot represent the last digit. */
export function amountOf({ amount, currency }: Money): string | undefined {
  const digits = minorUnits(currency)
  if (digits === undefined || digits > 3) return undefined
  if (digits === 3 && amount % STEP_WITH_THREE_DIGITS !== 0n) return undefined
  const more = (DIGITS_OF_STRIPE[currency] ?? digits) - digits
  if (more >= 0) return String(amount * 10n ** BigInt(more))
  const divisor = 10n ** BigInt(-more)
  return amount % divisor === 0n ? String(amount / divisor) : undefined
}

/** Converts Stripe's amount to minor units of ISO 4217, rounded down; undefined for an invalid amount. */
export function amountFrom(value: unknown, currency: string): bigint | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? unitsFrom(BigInt(value as number), currency) : undefined
}

/** Converts as `amountFrom` does, also negative amounts. */
export function unitsFrom(value: bigint, currency: string): bigint | undefined {
  const digits = minorUnits(currency)
  if (digits === undefined) return undefined
  const more = (DIGITS_OF_STRIPE[currency] ?? digits) - digits
  return more >= 0 ? value / 10n ** BigInt(more) : value * 10n ** BigInt(-more)
}
