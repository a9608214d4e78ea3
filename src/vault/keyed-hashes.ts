import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { groupSegment, localGroupSegment } from '#domain/group.ts'
import { stillMoving } from '#domain/merchant-move.ts'
import { deriveKey, KEY_BYTES } from './derive-key.ts'
import type { KeyStorage, Purpose } from './key-storage.ts'
import { lruCache } from './lru-cache.ts'
import { requireCards } from './require-cards.ts'

const MAC_PURPOSES = ['card-hash', 'account-hash', 'payment-data-digest', 'simulated-wallet'] as const
type MacPurpose = (typeof MAC_PURPOSES)[number]

/** Purposes with a separate key for each merchant. */
const PURPOSES_OF_MERCHANTS = MAC_PURPOSES.filter((purpose) => purpose !== 'simulated-wallet')

/** Hash key of a merchant, wrapped as `bindingOfHashKey`. */
export interface SealedHashKey {
  readonly purpose: string
  readonly sealedKey: Uint8Array
}

export interface HeldHashKey {
  readonly merchantId: string
  readonly purpose: string
  /** Base64. */
  readonly sealedKey: string
}

/** Hashes that only this gateway can compute. They depend on the database's hash keys, not on the master key. */
export interface KeyedHashes {
  /**
   * HMAC-SHA256 under a separate key for every purpose and owner: 32 bytes, equal for equal input.
   * @throws RequestError `unavailable` for a merchant of another group without held keys
   */
  mac(message: string, purpose: MacPurpose, owner: string): Buffer
}

/** Hash keys that move with their merchant. */
export interface MerchantHashKeys {
  /** Holds keys of merchants that came from another group, in place of those from before. */
  hold(keys: readonly HeldHashKey[]): void
  seal(merchantId: string): SealedHashKey[]
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

/** Binding of a merchant's wrapped hash key. Digests open without the card key, as `DIGEST_KEY`. */
export function bindingOfHashKey(merchantId: string, purpose: string): { purpose: Purpose; context: string } {
  const isDigest = purpose === 'payment-data-digest'
  return { purpose: isDigest ? 'secret' : 'hash-key', context: `${merchantId} ${purpose}` }
}

/** @throws SealError if the hash keys were wrapped under another master key; as `requireCards` for hashes of cards */
export function keyedHashes(
  storage: KeyStorage,
  { sealedKey, sealedDigestKey }: SealedHashKeys,
): KeyedHashes & MerchantHashKeys {
  const keyOfCards = storage.opensCards ? createSecretKey(storage.unwrap(sealedKey, 'hash-key', WHOLE_GATEWAY)) : null
  const keyOfDigests = sealedDigestKey
    ? createSecretKey(storage.unwrap(sealedDigestKey, DIGEST_KEY.purpose, DIGEST_KEY.context))
    : keyOfCards
  const macKeys = lruCache<KeyObject>(MAX_MAC_KEYS)
  let held: ReadonlyMap<string, string> = new Map()
  const derive = (purpose: MacPurpose, owner: string) => {
    if (isElsewhere(owner)) throw stillMoving()
    const key = purpose === 'payment-data-digest' ? keyOfDigests : keyOfCards
    if (!key) requireCards(storage)
    return createSecretKey(deriveKey(key!.export(), NO_SALT, purpose, owner))
  }
  const macKeyOf = (purpose: MacPurpose, owner: string) => {
    const { purpose: use, context } = bindingOfHashKey(owner, purpose)
    const sealed = held.get(context)
    const make = () =>
      sealed === undefined
        ? derive(purpose, owner)
        : createSecretKey(storage.unwrap(Buffer.from(sealed, 'base64'), use, context))
    return macKeys.valueFor(JSON.stringify([purpose, owner, sealed]), make)
  }
  return {
    mac: (message, purpose, owner) => createHmac('sha256', macKeyOf(purpose, owner)).update(message).digest(),
    hold(keys) {
      held = new Map(keys.map(({ merchantId, purpose, sealedKey: key }) => [`${merchantId} ${purpose}`, key]))
    },
    seal: (merchantId) =>
      PURPOSES_OF_MERCHANTS.map((purpose) => {
        const { purpose: use, context } = bindingOfHashKey(merchantId, purpose)
        return { purpose, sealedKey: storage.wrap(macKeyOf(purpose, merchantId).export(), use, context) }
      }),
  }
}

/** True for a merchant of another group. */
function isElsewhere(owner: string): boolean {
  const segment = groupSegment(owner)
  return segment !== '' && localGroupSegment() !== '' && segment !== localGroupSegment()
}
