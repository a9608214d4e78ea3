import { createCipheriv, timingSafeEqual } from 'node:crypto'
import type { Secret } from '#providers/port/tools.ts'
import { MessageError } from './message.ts'

/** ANSI X9.19 with a double-length DES key (ISO 9797-1, algorithm 3, padded with zeros), or AES-CMAC (RFC 4493). */
export type MacAlgorithm = 'x9.19' | 'aes-cmac'

export interface Mac {
  readonly algorithm: MacAlgorithm
  /** In hexadecimal. The first one signs; all of them verify, so that a key can be rotated. */
  readonly keys: readonly Secret<string>[]
}

/** Leftmost bytes of the computed code. */
export const MAC_BYTES = 8

const KEY_BYTES: Readonly<Record<MacAlgorithm, readonly number[]>> = { 'x9.19': [16], 'aes-cmac': [16, 24, 32] }

/** @returns null if the keys are valid */
export function keyProblemOf({ algorithm, keys }: Mac): string | null {
  const lengths = KEY_BYTES[algorithm]
  const isUsable = keys.length > 0 && keys.every((key) => lengths.includes(key.reveal().length / 2))
  if (isUsable) return null
  const digits = lengths.map((bytes) => bytes * 2).join(' or ')
  return `The credential mac_key has to be a key for ${algorithm}, ${digits} hexadecimal digits.`
}

/** Code of a message from its type to its last other element. @throws MessageError without a usable key */
export function macOf(mac: Mac, line: string): Buffer {
  const problem = keyProblemOf(mac)
  if (problem !== null) throw new MessageError(problem)
  return codeOf(mac.algorithm, mac.keys[0]!, line)
}

/** @throws MessageError if no key verifies the code */
export function checkMac(mac: Mac, line: string, code: Uint8Array): void {
  const isRight = mac.keys.map((key) => isCode(code, codeOf(mac.algorithm, key, line)))
  if (!isRight.includes(true)) throw new MessageError('The authentication code of the message is not right.')
}

function isCode(code: Uint8Array, expected: Uint8Array): boolean {
  return code.length === expected.length && timingSafeEqual(code, expected)
}

function codeOf(algorithm: MacAlgorithm, key: Secret<string>, line: string): Buffer {
  const code = algorithm === 'x9.19' ? retailMac : aesCmac
  return code(Buffer.from(key.reveal(), 'hex'), Buffer.from(line, 'latin1')).subarray(0, MAC_BYTES)
}

const DES_BLOCK = 8

/** Chains all blocks under the left half of the key; decrypts the last one under the right and encrypts it under the left. */
export function retailMac(key: Uint8Array, data: Uint8Array): Buffer {
  const [left, right] = [key.subarray(0, DES_BLOCK), key.subarray(DES_BLOCK)]
  const padded = Buffer.concat([data, Buffer.alloc((DES_BLOCK - (data.length % DES_BLOCK)) % DES_BLOCK)])
  // Triple DES under three equal keys is DES, which Node does not offer.
  const chained = lastOf('des-ede3-cbc', Buffer.concat([left, left, left]), padded.subarray(0, -DES_BLOCK), DES_BLOCK)
  return encrypt('des-ede3-cbc', Buffer.concat([left, right, left]), chained, padded.subarray(-DES_BLOCK))
}

const AES_BLOCK = 16

export function aesCmac(key: Uint8Array, data: Uint8Array): Buffer {
  const cipher = `aes-${key.length * 8}-cbc`
  const first = doubled(encrypt(cipher, key, Buffer.alloc(AES_BLOCK), Buffer.alloc(AES_BLOCK)))
  const isWhole = data.length > 0 && data.length % AES_BLOCK === 0
  const padding = Buffer.alloc(isWhole ? 0 : AES_BLOCK - (data.length % AES_BLOCK))
  if (!isWhole) padding[0] = 0x80
  const padded = Buffer.concat([data, padding])
  const chained = lastOf(cipher, key, padded.subarray(0, -AES_BLOCK), AES_BLOCK)
  return encrypt(cipher, key, chained, xor(padded.subarray(-AES_BLOCK), isWhole ? first : doubled(first)))
}

/** Multiplies by x in the field of 128 bits. */
function doubled(block: Buffer): Buffer {
  const shifted = (BigInt(`0x${block.toString('hex')}`) << 1n) ^ (block[0]! & 0x80 ? 0x87n : 0n)
  return Buffer.from(BigInt.asUintN(128, shifted).toString(16).padStart(32, '0'), 'hex')
}

function xor(one: Uint8Array, other: Uint8Array): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ other[index]!))
}

/** Last of the chained blocks; zeros without any. */
function lastOf(cipher: string, key: Uint8Array, data: Uint8Array, block: number): Buffer {
  const zeros = Buffer.alloc(block)
  return data.length === 0 ? zeros : encrypt(cipher, key, zeros, data).subarray(-block)
}

function encrypt(cipher: string, key: Uint8Array, chained: Uint8Array, data: Uint8Array): Buffer {
  const stream = createCipheriv(cipher, key, chained).setAutoPadding(false)
  return Buffer.concat([stream.update(data), stream.final()])
}
