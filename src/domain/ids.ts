import { hash, randomFillSync, randomInt } from 'node:crypto'
import { ALPHABET, encodeKsuid, encodeWords } from './base-62.ts'
import { groupSegment, localGroupSegment } from './group.ts'

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
  | 'agr'
  | 'tok'
  | 'key'
  | 'aud'
  | 'prf'
  | 'rot'
  | 'per'
  | 'dse'
  | 'viw'
  | 'inv'
  | 'lnk'
  | 'ers'
  | 'lst'
  | 'dsp'
  | 'stl'
  | 'mai'

/** 128 random bits, which cannot be guessed (OWASP ASVS 11.5.1). */
const RANDOM_BYTES = 16
/** KSUID epoch (13 May 2014): seconds since then fit 32 bits until 2150. */
const KSUID_EPOCH_SECONDS = 1_400_000_000

/**
 * Creates `trx_`, the group if there are several, and a KSUID of 27 letters or digits. Consecutive IDs are adjacent in
 * an index, so a payment writes few of its pages (docs/decisions/0058-time-ordered-ids.md,
 * docs/decisions/0085-ids-say-their-group.md).
 */
export function newId(prefix: IdPrefix): string {
  const seconds = Math.floor(Date.now() / 1000) - KSUID_EPOCH_SECONDS
  return `${prefix}_${localGroupSegment()}${encodeKsuid(seconds, takeRandom())}`
}

/** Random bytes for many identifiers, because drawing them one by one takes longer than encoding. */
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

const TERMINAL_ID_LENGTH = 20

/** `ter_`, the group and 9 to 16 random characters: at most 20 (docs/reference/limits.md#lengths). */
export function newTerminalId(): string {
  const beginning = `ter_${localGroupSegment()}`
  return beginning + randomText(TERMINAL_ID_LENGTH - beginning.length)
}

/** Creates an ID for the token endpoint: without a prefix, so it begins with the group. */
export function newClientId(): string {
  return localGroupSegment() + randomText(20)
}

export function newClientKey(kind: 'test' | 'live'): string {
  return `${kind}_${localGroupSegment()}${randomText(32)}`
}

const ID = /^[a-z]{3}_(?:[a-z\d]{1,6}_)?[0-9A-Za-z]{8,40}$/

export function isId(text: string, prefix: IdPrefix | '' = ''): boolean {
  return text.startsWith(prefix) && ID.test(text)
}

/** Derives an order's ID from its reference, so that one reference is one order without a lookup. */
export function orderIdOf(merchantId: string, terminalId: string, reference: string): string {
  const digest = hash('sha256', JSON.stringify([merchantId, terminalId, reference]), 'buffer')
  return idFrom('ord', digest, merchantId)
}

/** Derives a unique ID from a digest, with the group of the merchant's ID, so that it never changes. */
export function idFrom(prefix: IdPrefix, digest: Uint8Array, merchantId: string): string {
  return `${prefix}_${groupSegment(merchantId)}${encodeWords(Buffer.from(digest.subarray(0, RANDOM_BYTES)))}`
}

/** Random letters and digits, 5.95 random bits each. */
export function randomText(size: number): string {
  return Array.from({ length: size }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** ISO 8583 field 11, systems trace audit number: six digits, the first not 0. */
export function newTraceNumber(): number {
  return randomInt(100_000, 1_000_000)
}
