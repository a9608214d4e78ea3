import { hkdfSync } from 'node:crypto'

export const KEY_BYTES = 32

/**
 * HKDF-SHA256 (RFC 5869), 32 bytes. @param use serialized as JSON, so that no two uses have the same text
 * @throws Error for a key of another length
 */
export function deriveKey(key: Uint8Array, salt: Uint8Array, ...use: readonly string[]): Buffer {
  if (key.length !== KEY_BYTES) throw new Error(`A key has ${KEY_BYTES} bytes; this one has ${key.length}.`)
  return Buffer.from(hkdfSync('sha256', key, salt, JSON.stringify(['tollgate', ...use]), KEY_BYTES))
}
