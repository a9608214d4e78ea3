import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { deriveKey, KEY_BYTES } from './derive-key.ts'
import type { KeyStorage } from './key-storage.ts'
import { lruCache } from './lru-cache.ts'
import { requireCards } from './require-cards.ts'

type MacPurpose = 'card-hash' | 'account-hash' | 'payment-data-digest' | 'simulated-wallet'

/** Hashes that only this gateway can compute. They depend on the database's hash keys, not on the master key. */
export interface KeyedHashes {
  /** HMAC-SHA256 under a separate key for every purpose and owner: 32 bytes, equal for equal input. */
  mac(message: string, purpose: MacPurpose, owner: string): Buffer
}

/** Deriving costs more than the digest, and a merchant's next card needs the same key. */
const MAX_MAC_KEYS = 10_000
const NO_SALT = Buffer.alloc(0)
/** The hash keys belong to no merchant. */
const WHOLE_GATEWAY = ''
export const DIGEST_KEY = { purpose: 'secret', context: 'digest key' } as const

/** Wrapped keys that all hashes derive from. */
export interface SealedHashKeys {
  /** Key of the card hashes: with it, a masked number is soon guessed. */
  readonly sealedKey: Uint8Array
  /** Key of the digests; null in a database of an earlier release, which has one key for both. */
  readonly sealedDigestKey: Uint8Array | null
}

export function newHashKeys(storage: KeyStorage): SealedHashKeys {
  return {
    sealedKey: storage.wrap(randomBytes(KEY_BYTES), 'hash-key', WHOLE_GATEWAY),
    sealedDigestKey: storage.wrap(randomBytes(KEY_BYTES), DIGEST_KEY.purpose, DIGEST_KEY.context),
  }
}

/** @throws SealError if the hash keys were wrapped under another master key; as `requireCards` for hashes of cards */
export function keyedHashes(storage: KeyStorage, { sealedKey, sealedDigestKey }: SealedHashKeys): KeyedHashes {
  const keyOfCards = storage.opensCards ? createSecretKey(storage.unwrap(sealedKey, 'hash-key', WHOLE_GATEWAY)) : null
  const keyOfDigests = sealedDigestKey
    ? createSecretKey(storage.unwrap(sealedDigestKey, DIGEST_KEY.purpose, DIGEST_KEY.context))
    : keyOfCards
  const macKeys = lruCache<KeyObject>(MAX_MAC_KEYS)
  const derive = (purpose: MacPurpose, owner: string) => () => {
    const key = purpose === 'payment-data-digest' ? keyOfDigests : keyOfCards
    if (!key) requireCards(storage)
    return createSecretKey(deriveKey(key!.export(), NO_SALT, purpose, owner))
  }
  const macKeyOf = (purpose: MacPurpose, owner: string) =>
    macKeys.valueFor(JSON.stringify([purpose, owner]), derive(purpose, owner))
  return {
    mac: (message, purpose, owner) => createHmac('sha256', macKeyOf(purpose, owner)).update(message).digest(),
  }
}
