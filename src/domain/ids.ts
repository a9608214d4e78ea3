import { createHash, randomBytes, randomInt } from 'node:crypto'

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
  | 'rot'

/** 128 bits: nobody guesses a neighbour's (OWASP ASVS 11.5.1). */
const ID_BYTES = 16

/** A random identifier: `trx_` and 24 letters or digits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encode(randomBytes(ID_BYTES))}`
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
  return `${prefix}_${encode(Buffer.from(digest.subarray(0, ID_BYTES)))}`
}

/** A random client identifier, client key or secret: `size` letters or digits, 5.95 random bits each. */
export function randomText(size: number): string {
  return Array.from({ length: size }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** ISO 8583 field 11, the systems trace audit number: six digits, the first of them not 0. */
export function newTraceNumber(): number {
  return randomInt(100_000, 1_000_000)
}

const WORD_BYTES = 4
/** 62^6 is the first power of 62 above 2^32. */
const WORD_DIGITS = 6

/** Whole words of 32 bits as six digits each: no bit is lost, and no big number is divided. */
function encode(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += WORD_BYTES) text += encodeWord(bytes.readUInt32BE(at))
  return text
}

function encodeWord(word: number): string {
  let text = ''
  let rest = word
  for (let digit = 0; digit < WORD_DIGITS; digit += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
