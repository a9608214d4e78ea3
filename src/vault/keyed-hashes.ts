import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { deriveKey, KEY_BYTES } from './derive-key.ts'
import type { KeyStorage } from './key-storage.ts'
import { lruCache } from './lru-cache.ts'

type MacPurpose = 'card-hash' | 'account-hash' | 'payment-data-digest' | 'simulated-wallet'

/** Hashes that only this gateway can compute. They depend on the database's hash key, not on the master key. */
export interface KeyedHashes {
  /** HMAC-SHA256 under a separate key for every purpose and owner: 32 bytes, equal for equal input. */
  mac(message: string, purpose: MacPurpose, owner: string): Buffer
}

/** Deriving costs more than the digest, and a merchant's next card needs the same key. */
const MAX_MAC_KEYS = 10_000
const NO_SALT = Buffer.alloc(0)
/** The hash key belongs to no merchant. */
const WHOLE_GATEWAY = ''

/** Creates the wrapped key that all hashes derive from. */
export function newHashKey(storage: KeyStorage): Uint8Array {
  return storage.wrap(randomBytes(KEY_BYTES), 'hash-key', WHOLE_GATEWAY)
}

/** @throws SealError if the hash key was wrapped under another master key */
export function keyedHashes(storage: KeyStorage, sealedHashKey: Uint8Array): KeyedHashes {
  const hashKey = createSecretKey(storage.unwrap(sealedHashKey, 'hash-key', WHOLE_GATEWAY))
  const macKeys = lruCache<KeyObject>(MAX_MAC_KEYS)
  const derive = (purpose: MacPurpose, owner: string) => () =>
    createSecretKey(deriveKey(hashKey.export(), NO_SALT, purpose, owner))
  const macKeyOf = (purpose: MacPurpose, owner: string) =>
    macKeys.valueFor(JSON.stringify([purpose, owner]), derive(purpose, owner))
  return {
    mac: (message, purpose, owner) => createHmac('sha256', macKeyOf(purpose, owner)).update(message).digest(),
  }
}
