import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { newId } from '#domain/ids.ts'
import { decrypt, encrypt } from './aead.ts'
import type { ClearCard } from './clear-card.ts'
import { contextOfKey } from './key-owner.ts'
import type { KeyStorage } from './key-storage.ts'
import { lruCache } from './lru-cache.ts'
import type { DataKey, SealedCard } from './vault.ts'

/** 32 random bytes, wrapped for one merchant and key ID. */
export function newDataKey(storage: KeyStorage, merchantId: string): DataKey {
  const owner = { keyId: newId('key'), merchantId }
  return { ...owner, sealedKey: storage.wrap(randomBytes(32), 'data-key', contextOfKey(owner)) }
}

/** Encrypted cards. They never include the security code (PCI DSS 3.3.1). */
export interface StoredCards {
  /** Seals number, expiry and holder for this token. */
  seal(key: DataKey, token: string, card: ClearCard): Uint8Array
  /** @throws SealError if merchant, token or key differs, or a single bit */
  open(key: DataKey, card: SealedCard): ClearCard
}

/** Data keys in memory; unwrapping one costs several times as much as decrypting a card with it. */
const CAPACITY = 10_000

export function storedCards(storage: KeyStorage): StoredCards {
  const opened = lruCache<KeyObject>(CAPACITY)
  const clearKeyOf = (key: DataKey) =>
    opened.valueFor(`${contextOfKey(key)} ${Buffer.from(key.sealedKey).toString('base64')}`, () =>
      createSecretKey(storage.unwrap(key.sealedKey, 'data-key', contextOfKey(key))),
    )
  return {
    seal(key, token, { number, expirationMonth, expirationYear, holderName }) {
      const text = JSON.stringify({ number, expirationMonth, expirationYear, holderName })
      return encrypt(clearKeyOf(key), Buffer.from(text), bindingOf(key, token))
    },
    open(key, { token, sealed }) {
      const text = decrypt(clearKeyOf(key), sealed, bindingOf(key, token))
      return { ...JSON.parse(text.toString()), cvv: null }
    },
  }
}

/** JSON, so that no two rows have the same text. */
function bindingOf({ merchantId, keyId }: DataKey, token: string): string {
  return JSON.stringify(['stored card', merchantId, token, keyId])
}
