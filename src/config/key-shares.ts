import { randomBytes } from 'node:crypto'

/** Splits a key into shares that are random without each other, in Base64. */
export function splitKey(bytes: Buffer, count: number): string[] {
  const random = Array.from({ length: count - 1 }, () => randomBytes(bytes.length))
  return [...random, random.reduce(xor, bytes)].map((share) => share.toString('base64'))
}

export function joinShares(shares: readonly string[]): string {
  const [first, ...others] = shares.map((share) => Buffer.from(share, 'base64'))
  return others.reduce(xor, first!).toString('base64')
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ other[index]!))
}
