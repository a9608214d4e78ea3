/** Purpose of a key. Each has separate keys, so that a value never decrypts as something else. */
export type Purpose = 'private-key' | 'payment-data-key' | 'data-key' | 'hash-key' | 'card' | 'secret'

/**
 * Storage of the key that protects all others, in memory with `heldKeyStorage`. An implementation for an HSM or a key
 * service unwraps its working key once at start, because no call may wait for a network.
 */
export interface KeyStorage {
  /** Hexadecimal fingerprint of the key that wraps. */
  readonly keyId: string
  /** Fingerprint of the previous key, which still unwraps; null without one. */
  readonly previousKeyId: string | null
  /** False without the key of every purpose but `secret`: this process decrypts no card. */
  readonly opensCards: boolean
  /** @param context the owner's IDs */
  wrap(plaintext: Uint8Array, purpose: Purpose, context: string): Uint8Array
  /** @throws SealError if the key, the purpose, the context or a single bit differs; as `requireCards` */
  unwrap(wrapped: Uint8Array, purpose: Purpose, context: string): Uint8Array
}
