import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { readCard, readCvv, readNetworkToken } from './card-fields.ts'
import { maskCard, toClearCard, unwrapCard, wrapCard } from './clear-card.ts'
import { newKeyPair, wrapKeyPair } from './encryption-key.ts'
import { checkEnteredCvv, parseEnteredCard } from './entered-card.ts'
import { type HeldKeys, heldKeyStorage, type MasterKeys } from './held-keys.ts'
import type { KeyStorage } from './key-storage.ts'
import { keyedHashes, newHashKeys, type SealedHashKeys } from './keyed-hashes.ts'
import { masterKeyStorage } from './master-key-storage.ts'
import { decryptPaymentData, encryptPaymentData } from './payment-data.ts'
import { privateKeys } from './private-keys.ts'
import { newDataKey, storedCards } from './stored-card.ts'
import type { Vault } from './vault.ts'
import { createWalletTokens } from './wallet-token/index.ts'

export function sealNewHashKeys(keys: MasterKeys): SealedHashKeys {
  return newHashKeys(heldKeyStorage(keys))
}

/**
 * @param sealed separate, so that hashes outlive the master key. A database of an earlier release has no digest key; its
 * values remain wrapped by the master key itself (decision 0165)
 * @throws SealError under another master key
 */
export function createVault(held: HeldKeys, sealed: SealedHashKeys): Vault {
  const storage = sealed.sealedDigestKey ? heldKeyStorage(held) : storageOfEarlierRelease(held)
  const hashes = keyedHashes(storage, sealed)
  const decryptBlocks = privateKeys(storage)
  const cards = storedCards(storage)
  // A step opens and seals with one key.
  const dataKeys = new WeakMap<Uint8Array, Uint8Array>()
  const dataKeyOf = (sealedKey: Uint8Array) => {
    const key = dataKeys.get(sealedKey) ?? storage.unwrap(sealedKey, 'payment-data-key', '')
    dataKeys.set(sealedKey, key)
    return key
  }
  return {
    opensCards: storage.opensCards,
    masterKeyId: storage.keyId,
    previousMasterKeyId: storage.previousKeyId,
    createEncryptionKey: async (merchantId) => wrapKeyPair(storage, merchantId, await newKeyPair()),
    async openCard(keys, fields, today) {
      const card = await readCard(decryptBlocks, keys, fields, today)
      return wrapCard(hashes, keys[0]!.merchantId, toClearCard(card))
    },
    takeCard: (merchantId, typed, today) => wrapCard(hashes, merchantId, parseEnteredCard(typed, today)),
    takeCvv: checkEnteredCvv,
    async openNetworkToken(keys, fields, today) {
      const { cryptogram, ...card } = await readNetworkToken(decryptBlocks, keys, fields, today)
      return {
        card: wrapCard(hashes, keys[0]!.merchantId, toClearCard(card)),
        cryptogram: cryptogram === null ? null : new Secret(cryptogram),
      }
    },
    openCvv: async (keys, encryptedCvv, brand) => new Secret(await readCvv(decryptBlocks, keys, encryptedCvv, brand)),
    newDataKey: (merchantId) => newDataKey(storage, merchantId),
    sealCard: (key, token, card) => cards.seal(key, token, unwrapCard(card)),
    openStoredCard: (key, stored) => wrapCard(hashes, key.merchantId, cards.open(key, stored)),
    maskedCardOf: (merchantId, number) => maskCard(hashes, merchantId, number),
    hashAccount: (merchantId, number) => hashes.mac(number.reveal(), 'account-hash', merchantId).toString('base64url'),
    newPaymentDataKey: () => storage.wrap(randomBytes(32), 'payment-data-key', ''),
    sealPaymentData: (sealedKey, binding, card) => encryptPaymentData(dataKeyOf(sealedKey), binding, unwrapCard(card)),
    openPaymentData: (sealedKey, binding, paymentData) =>
      wrapCard(hashes, binding.merchantId, decryptPaymentData(dataKeyOf(sealedKey), binding, paymentData)),
    digestOf: (merchantId, paymentData) => hashes.mac(paymentData, 'payment-data-digest', merchantId),
    sealCardText: (text, context) => storage.wrap(Buffer.from(text.reveal()), 'card', context),
    openCardText: (sealed, context) => new Secret(Buffer.from(storage.unwrap(sealed, 'card', context)).toString()),
    seal: (plaintext, context) => storage.wrap(plaintext, 'secret', context),
    open: (sealed, context) => storage.unwrap(sealed, 'secret', context),
    rewrap: (sealed, purpose, context) => storage.wrap(storage.unwrap(sealed, purpose, context), purpose, context),
    holdHashKeys: hashes.hold,
    sealHashKeys: hashes.seal,
    walletTokens: createWalletTokens(storage, hashes),
  }
}

function storageOfEarlierRelease(held: HeldKeys): KeyStorage {
  if (held.masterKey) return masterKeyStorage(held.masterKey, held.previousMasterKey)
  throw new Error(
    'This database is from release 1.0, which used one key for everything, so its dashboard needs MASTER_KEY. Start it with PROCESSES=api and without DASHBOARD_URL.',
  )
}
