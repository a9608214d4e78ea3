import { hkdfSync } from 'node:crypto'

export const KEY_BYTES = 32

/** HKDF-SHA256 (RFC 5869), 32 bytes. @param use serialized as JSON, so that no two uses have the same text */
export function deriveKey(key: Uint8Array, salt: Uint8Array, ...use: readonly string[]): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, JSON.stringify(['tollgate', ...use]), KEY_BYTES))
}
