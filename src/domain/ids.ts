import { createHash, randomFillSync, randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** What an identifier names; the prefix lets a reader tell them apart in a log. */
export type IdPrefix =
  | 'mer'
  | 'ter'
  | 'acc'
  | 'trx'
  | 'att'
  | 'ord'
  | 'ses'
  | 'evt'
  | 'whe'
  | 'cus'
  | 'tok'
  | 'key'
  | 'aud'
  | 'prf'
  | 'rot'
  | 'per'
  | 'dse'
  | 'viw'
  | 'inv'

/** 128 random bits: nobody guesses a neighbour's (OWASP ASVS 11.5.1). */
const RANDOM_BYTES = 16
/** A KSUID begins with the second of its making, counted from this one (13 May 2014): 32 bits last until 2150. */
const KSUID_EPOCH_SECONDS = 1_400_000_000

/**
 * An identifier: `trx_` and a KSUID, 27 letters or digits. Those made one after the other stand side by side in an
 * index, so a payment writes to few of its pages (docs/decisions/0058-time-ordered-ids.md).
 */
export function newId(prefix: IdPrefix): string {
  const seconds = Math.floor(Date.now() / 1000) - KSUID_EPOCH_SECONDS
  return `${prefix}_${encodeKsuid(seconds, takeRandom())}`
}

/** Random bytes for many identifiers at once: asking for each alone takes longer than writing the identifier. */
const drawn = Buffer.alloc(256 * RANDOM_BYTES)
let taken = drawn.length

function takeRandom(): Buffer {
  if (taken === drawn.length) {
    randomFillSync(drawn)
    taken = 0
  }
  taken += RANDOM_BYTES
  return drawn.subarray(taken - RANDOM_BYTES, taken)
}

/**
 * Terminal identifiers have at most 20 characters (docs/reference/limits.md#lengths): `ter_` and 16 letters or digits.
 */
export function newTerminalId(): string {
  return `ter_${randomText(16)}`
}

/** The id of the order a reference names. It is derived, so that one reference is one order without a look-up. */
export function orderIdOf(merchantId: string, terminalId: string, reference: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([merchantId, terminalId, reference]))
    .digest()
  return idFrom('ord', digest)
}

/** An identifier that follows from a digest, for what must not be there twice. */
export function idFrom(prefix: IdPrefix, digest: Uint8Array): string {
  return `${prefix}_${encode(Buffer.from(digest.subarray(0, RANDOM_BYTES)))}`
}

/** A random client identifier, client key or secret: `size` letters or digits, 5.95 random bits each. */
export function randomText(size: number): string {
  return Array.from({ length: size }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** ISO 8583 field 11, the systems trace audit number: six digits, the first of them not 0. */
export function newTraceNumber(): number {
  return randomInt(100_000, 1_000_000)
}

/** 27 digits to the base of 62, three at a time: a remainder and a word of 32 bits stay below 2^53. */
const KSUID_GROUPS = 9
const GROUP = ALPHABET.length ** 3

/** The second and the random bits as one number of 160 bits, written to the base of 62 as KSUIDs are. */
function encodeKsuid(seconds: number, random: Buffer): string {
  const words = [seconds, ...Array.from({ length: 4 }, (_, at) => random.readUInt32BE(at * WORD_BYTES))]
  let text = ''
  for (let group = 0; group < KSUID_GROUPS; group += 1) text = encodeDigits(divide(words, GROUP), 3) + text
  return text
}

/** Divides a number of several words of 32 bits in place. @returns the remainder */
function divide(words: number[], divisor: number): number {
  let rest = 0
  for (const [at, word] of words.entries()) {
    const dividend = rest * 2 ** 32 + word
    words[at] = Math.floor(dividend / divisor)
    rest = dividend % divisor
  }
  return rest
}

const WORD_BYTES = 4
/** 62^6 is the first power of 62 above 2^32. */
const WORD_DIGITS = 6

/** Whole words of 32 bits as six digits each: no bit is lost, and no big number is divided. */
function encode(bytes: Buffer): string {
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
