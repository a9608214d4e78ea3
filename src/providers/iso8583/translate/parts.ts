// Parts of private elements in the networks' notation.

const BITS = 64
const BITMAP_DIGITS = 16

/** Tag, two digits of length, text. */
export function tagged(tag: string, text: string): string {
  return tag + String(text.length).padStart(2, '0') + text
}

/** Parts by number, ascending, after a bitmap of 64 bits in hexadecimal. */
export function withBitmap(parts: readonly (readonly [number, string])[]): string {
  const bits = parts.reduce((sum, [number]) => sum | (1n << BigInt(BITS - number)), 0n)
  return bits.toString(16).toUpperCase().padStart(BITMAP_DIGITS, '0') + parts.map(([, text]) => text).join('')
}

/** Reads the first parts of such an element. @param lengths of parts 1, 2 and so on */
export function partsBehindBitmap(text: string, lengths: readonly number[]): ReadonlyMap<number, string> {
  const bitmap = text.slice(0, BITMAP_DIGITS)
  const parts = new Map<number, string>()
  if (!/^[\dA-Fa-f]{16}$/.test(bitmap)) return parts
  const bits = BigInt(`0x${bitmap}`)
  let place = BITMAP_DIGITS
  lengths.forEach((length, index) => {
    if ((bits & (1n << BigInt(BITS - index - 1))) === 0n) return
    parts.set(index + 1, text.slice(place, place + length))
    place += length
  })
  return parts
}
