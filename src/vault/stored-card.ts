import { randomBytes } from 'node:crypto'
import { newId } from '#domain/ids.ts'
import { decrypt, encrypt } from './aead.ts'
import type { ClearCard } from './clear-card.ts'
import { contextOfKey } from './key-owner.ts'
import type { KeyStorage } from './key-storage.ts'
import type { DataKey, SealedCard } from './vault.ts'

/** 32 random bytes, wrapped for this merchant and this key id only. */
export function newDataKey(storage: KeyStorage, merchantId: string): DataKey {
  const owner = { keyId: newId('key'), merchantId }
  return { ...owner, sealedKey: storage.wrap(randomBytes(32), 'data-key', contextOfKey(owner)) }
}

/** Number, expiry and holder as they rest. The security code is never among them (PCI DSS 3.3.1). */
export function sealStoredCard(storage: KeyStorage, key: DataKey, token: string, card: ClearCard): Uint8Array {
  const { number, expirationMonth, expirationYear, holderName } = card
  const text = JSON.stringify({ number, expirationMonth, expirationYear, holderName })
  return encrypt(clearKeyOf(storage, key), Buffer.from(text), bindingOf(key, token))
}

/** @throws SealError where merchant, token or key is another one, or a single bit differs */
export function openStoredCard(storage: KeyStorage, key: DataKey, { token, sealed }: SealedCard): ClearCard {
  const text = decrypt(clearKeyOf(storage, key), sealed, bindingOf(key, token))
  return { ...JSON.parse(text.toString()), cvv: null }
}

function clearKeyOf(storage: KeyStorage, key: DataKey): Uint8Array {
  return storage.unwrap(key.sealedKey, 'data-key', contextOfKey(key))
}

/** JSON, so that no two rows ever write the same text. */
function bindingOf({ merchantId, keyId }: DataKey, token: string): string {
  return JSON.stringify(['stored card', merchantId, token, keyId])
}
