import { fromMinorUnits } from '@tollgate/client'

/**
 * Minor units of an amount of the shop, which has the same number of decimals in every currency.
 * @param amount integer: 150000 is 1,500 yen with two decimals
 * @param precision decimals of the shop's amounts
 * @throws Error for a part of a minor unit, such as half a yen
 */
export function toMinor(amount: number, currency: string, precision: number): bigint {
  const places = digitsOf(currency) - precision
  const units = BigInt(amount)
  const factor = 10n ** BigInt(Math.abs(places))
  if (places >= 0) return units * factor
  if (units % factor !== 0n) throw new Error(`${amount} has more decimals than ${currency}.`)
  return units / factor
}

function digitsOf(currency: string): number {
  return fromMinorUnits(0n, currency).split('.')[1]?.length ?? 0
}
