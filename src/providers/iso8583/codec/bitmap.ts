import { MessageError } from './message.ts'

export type BitmapForm = 'hex' | 'binary'

const BITS = 64
/** Element number that announces a second bitmap; there, a third. */
const MORE = 1

/** Bitmap of these elements: 64 bits, or 128 with one above 64; as text of one byte a character. */
export function writeBitmap(form: BitmapForm, numbers: readonly number[]): string {
  const isLong = numbers.some((number) => number > BITS)
  let bits = isLong ? bitOf(MORE, 2 * BITS) : 0n
  for (const number of numbers) bits |= bitOf(number, isLong ? 2 * BITS : BITS)
  const digits = bits.toString(16).padStart(isLong ? 32 : 16, '0')
  return form === 'hex' ? digits.toUpperCase() : Buffer.from(digits, 'hex').toString('latin1')
}

/** @returns the elements in order, and the index of the first one's data. @throws MessageError for an invalid bitmap */
export function readBitmap(form: BitmapForm, line: string, at: number): readonly [number[], number] {
  const [first, second] = [readBits(form, line, at, 0), at + lengthOf(form)]
  if (first[0] !== MORE) return [first, second]
  const numbers = [...first.slice(1), ...readBits(form, line, second, BITS)]
  return [numbers, second + lengthOf(form)]
}

function readBits(form: BitmapForm, line: string, at: number, before: number): number[] {
  const text = line.slice(at, at + lengthOf(form))
  const digits = form === 'hex' ? text : Buffer.from(text, 'latin1').toString('hex')
  if (!/^[\da-fA-F]{16}$/.test(digits)) throw new MessageError('The bitmap is none.')
  const bits = BigInt(`0x${digits}`)
  const numbers = Array.from({ length: BITS }, (_, index) => index + 1)
  return numbers.filter((number) => (bits & bitOf(number, BITS)) !== 0n).map((number) => number + before)
}

function lengthOf(form: BitmapForm): number {
  return form === 'hex' ? BITS / 4 : BITS / 8
}

/** The first element is the highest bit. */
function bitOf(number: number, bits: number): bigint {
  return 1n << BigInt(bits - number)
}
