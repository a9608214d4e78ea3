import { hkdfSync } from 'node:crypto'

/** What every key of this room has. */
export const KEY_BYTES = 32

/**
 * A working key of 32 bytes for one use (HKDF-SHA256, RFC 5869).
 * @param use as many words as it takes; written as JSON, so that no two uses are ever the same text
 */
export function deriveKey(key: Uint8Array, salt: Uint8Array, ...use: readonly string[]): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, JSON.stringify(['tollgate', ...use]), KEY_BYTES))
}
