/** Digits and letters in byte order, so that texts of the same length sort like their numbers. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 27 digits of base 62, three at a time: a remainder and a 32-bit word stay below 2^53. */
const KSUID_GROUPS = 9
const GROUP = ALPHABET.length ** 3

/** Encodes the second and the 128 random bits as one 160-bit number in base 62, like a KSUID. */
export function encodeKsuid(seconds: number, random: Buffer): string {
  const words = [seconds]
  for (let at = 0; at < random.length; at += WORD_BYTES) words.push(random.readUInt32BE(at))
  let text = ''
  for (let group = 0; group < KSUID_GROUPS; group += 1) text = encodeDigits(divide(words, GROUP), 3) + text
  return text
}

/** Divides a number of several 32-bit words in place. @returns the remainder */
function divide(words: number[], divisor: number): number {
  let rest = 0
  for (let at = 0; at < words.length; at += 1) {
    const dividend = rest * 2 ** 32 + words[at]!
    const quotient = Math.floor(dividend / divisor)
    words[at] = quotient
    // `%` takes three times as long with numbers above 2^31.
    rest = dividend - quotient * divisor
  }
  return rest
}

const WORD_BYTES = 4
/** 62^6 is the first power of 62 above 2^32. */
const WORD_DIGITS = 6

/** Encodes each 32-bit word as six digits, so that no bit is lost and no large number is divided. */
export function encodeWords(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += WORD_BYTES) text += encodeDigits(bytes.readUInt32BE(at), WORD_DIGITS)
  return text
}

function encodeDigits(number: number, digits: number): string {
  let text = ''
  let rest = number
  for (let digit = 0; digit < digits; digit += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
