import { createHmac, timingSafeEqual } from 'node:crypto'

/** Anyone can sign with an empty key. */
const MIN_KEY_BYTES = 8

/** True if one of the signatures is the HMAC-SHA256 of the text under one of the keys. */
export function isSigned(
  keys: readonly (string | Uint8Array)[],
  signed: readonly (string | Uint8Array)[],
  signatures: readonly Uint8Array[],
): boolean {
  return keys.some((key) => {
    if (
      Buffer.from(key as string)
        .toString('latin1')
        .trim().length < MIN_KEY_BYTES
    )
      return false
    const hmac = createHmac('sha256', key)
    for (const part of signed) hmac.update(part)
    const expected = hmac.digest()
    return signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected))
  })
}
