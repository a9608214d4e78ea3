/** Largest amount of the API: a signed 64-bit integer of minor units. */
export const MAX_AMOUNT = 9_223_372_036_854_775_807n

/** An amount in minor units of its ISO 4217 currency. */
export interface Money {
  readonly amount: bigint
  readonly currency: string
}

/**
 * Parses every amount of the API: a safe integer, or the digits of a larger one, exactly as the caller wrote it.
 * Anything else (`10.0`, `1e3`, `"100"`, 0, above int64) is undefined.
 * @param written a parsed JSON value; numbers that JavaScript cannot hold exactly arrive as `{ rawJSON }`
 */
export function parseAmount(written: unknown): bigint | undefined {
  const digits = typeof written === 'number' ? String(written) : rawDigits(written)
  if (digits === undefined || !/^[1-9]\d{0,18}$/.test(digits)) return undefined
  const amount = BigInt(digits)
  return amount <= MAX_AMOUNT ? amount : undefined
}

/**
 * Converts to the settlement currency, rounded half up; undefined above int64.
 * @param rate settlement units per major unit of the currency, such as `1.0842`
 * @param fromDigits minor-unit digits of the currency @param toDigits those of the settlement currency
 */
export function convert(amount: bigint, rate: string, fromDigits: number, toDigits: number): bigint | undefined {
  const [whole = '0', fraction = ''] = rate.split('.')
  const numerator = amount * BigInt(whole + fraction) * 10n ** BigInt(toDigits)
  const denominator = 10n ** BigInt(fraction.length + fromDigits)
  const converted = (2n * numerator + denominator) / (2n * denominator)
  return converted <= MAX_AMOUNT ? converted : undefined
}

/** Share of a total for a part of the whole, in minor units, rounded half up. */
export function proportion(total: bigint, part: bigint, whole: bigint): bigint {
  return (2n * total * part + whole) / (2n * whole)
}

function rawDigits(written: unknown): string | undefined {
  if (!JSON.isRawJSON(written)) return undefined
  return written.rawJSON
}

/** Sums transfers of one currency, in minor units; returned ones (`OUT`) are subtracted. */
export function netReceived(
  transfers: readonly { readonly direction: 'IN' | 'OUT'; readonly amount: bigint }[],
): bigint {
  return transfers.reduce((sum, { direction, amount }) => (direction === 'IN' ? sum + amount : sum - amount), 0n)
}
