import { createHash, randomBytes, randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** What an identifier names; the prefix lets a reader tell them apart in a log. */
export type IdPrefix = 'mer' | 'ter' | 'acc' | 'trx' | 'att' | 'ord' | 'ses' | 'evt' | 'whe' | 'cus' | 'key' | 'aud'

/** A random identifier: `trx_` and 22 letters or digits, 131 random bits, so that nobody guesses a neighbour's. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encode(randomBytes(17)).slice(0, 22)}`
}

/** Terminal identifiers have at most 20 characters (specification, Limits): `ter_` and 16 letters or digits. */
export function newTerminalId(): string {
  return `ter_${encode(randomBytes(13)).slice(0, 16)}`
}

/** The order a reference names: derived, so that one reference on one terminal is one order without any look-up. */
export function orderIdOf(merchantId: string, terminalId: string, reference: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([merchantId, terminalId, reference]))
    .digest()
  return `ord_${encode(digest.subarray(0, 17)).slice(0, 22)}`
}

/** A random client identifier, client key or secret: `size` letters or digits, 5.95 random bits each. */
export function randomText(size: number): string {
  return Array.from({ length: size }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** ISO 8583 field 11, the systems trace audit number: six digits, 1 to 999999. */
export function newTraceNumber(): number {
  return randomInt(1, 1_000_000)
}

function encode(bytes: Uint8Array): string {
  let value = BigInt(`0x01${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (value > 0n) {
    text += ALPHABET[Number(value % 62n)]
    value /= 62n
  }
  return text
}
