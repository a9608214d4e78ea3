/** What a key protects. Every purpose has keys of its own, so that a value never opens as something else. */
type Purpose = 'private-key' | 'payment-data-key' | 'data-key' | 'secret'

/** What a keyed hash recognises. */
type MacPurpose = 'card-hash' | 'account-hash' | 'payment-data-digest'

/**
 * Where the key that protects all others rests. `masterKeyStorage` holds it in memory; one for an HSM or a key service
 * unwraps its working key once at start, because nothing here may wait for a network.
 */
export interface KeyStorage {
  /** Seals bytes for one purpose and one context (the owner's ids). */
  wrap(plaintext: Uint8Array, purpose: Purpose, context: string): Uint8Array
  /** @throws SealError where the key, the purpose, the context or a single bit differs */
  unwrap(wrapped: Uint8Array, purpose: Purpose, context: string): Uint8Array
  /** HMAC-SHA256 under a key of its own for every purpose and owner: 32 bytes, the same for the same input. */
  mac(message: string, purpose: MacPurpose, owner: string): Buffer
}
