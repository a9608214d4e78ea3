/** What a key protects. Every purpose has keys of its own, so that a value never opens as something else. */
export type Purpose = 'private-key' | 'payment-data-key' | 'data-key' | 'hash-key' | 'secret'

/**
 * Storage of the key that protects all others. `masterKeyStorage` holds it in memory; one for an HSM or a key service
 * unwraps its working key once at start, because nothing here may wait for a network.
 */
export interface KeyStorage {
  /** The fingerprint that whatever is wrapped now carries, hexadecimal. */
  readonly keyId: string
  /** The fingerprint of the key that still opens; null where there is none. */
  readonly previousKeyId: string | null
  /** Seals bytes for one purpose and one context (the owner's ids). */
  wrap(plaintext: Uint8Array, purpose: Purpose, context: string): Uint8Array
  /** @throws SealError where the key, the purpose, the context or a single bit differs */
  unwrap(wrapped: Uint8Array, purpose: Purpose, context: string): Uint8Array
}
