import { fromMinorUnits } from '@tollgate/client'

/** An amount as the shop passes it: a number, decimal text, or an object that has the text or prints as it. */
export type ShopAmount = unknown

/** Decimals that a sum keeps; the shop has amounts of up to 20. */
const PLACES = 20
const DECIMAL = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d{1,2}))?$/i

/**
 * Minor units of a sum of amounts in major units, rounded half up once, so that parts do not miss the whole by a unit.
 * @throws Error for what is no amount
 */
export function toMinor(amounts: readonly ShopAmount[], currency: string): bigint {
  const sum = amounts.map(scaled).reduce((total, amount) => total + amount, 0n)
  const unit = 10n ** BigInt(PLACES - digitsOf(currency))
  const half = sum < 0n ? -unit / 2n : unit / 2n
  return (sum + half) / unit
}

/** Amount in major units, as the shop keeps it. */
export function toMajor(amount: bigint, currency: string): number {
  return Number(fromMinorUnits(amount, currency))
}

function scaled(amount: ShopAmount): bigint {
  const text = textOf(amount)
  const [match, sign, whole = '', decimals = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (match === undefined || whole + decimals === '')
    throw new Error(`The shop passed an amount that is none: ${text}.`)
  const digits = BigInt(sign + whole + decimals)
  const places = PLACES - decimals.length + Number(exponent)
  return places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places)
}

/** @param amount also `{ value, precision }`, and a shop's own number, whose `raw` or text has every digit */
function textOf(amount: ShopAmount): string {
  if (typeof amount !== 'object' || amount === null) return String(amount)
  const { value, raw } = amount as { value?: unknown; raw?: { value?: unknown } }
  return String(value ?? raw?.value ?? amount)
}

function digitsOf(currency: string): number {
  return fromMinorUnits(0n, currency).split('.')[1]?.length ?? 0
}
