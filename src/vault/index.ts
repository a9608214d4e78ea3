import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { readCard, readCvv, readNetworkToken } from './card-fields.ts'
import { maskCard, toClearCard, unwrapCard, wrapCard } from './clear-card.ts'
import { newKeyPair, wrapKeyPair } from './encryption-key.ts'
import { checkEnteredCvv, parseEnteredCard } from './entered-card.ts'
import { keyedHashes, newHashKey } from './keyed-hashes.ts'
import { masterKeyStorage } from './master-key-storage.ts'
import { decryptPaymentData, encryptPaymentData } from './payment-data.ts'
import { privateKeys } from './private-keys.ts'
import { newDataKey, storedCards } from './stored-card.ts'
import type { Vault } from './vault.ts'
import { createWalletTokens } from './wallet-token/index.ts'

/** 32 bytes each; the previous one only decrypts (docs/reference/running.md#master-key). */
export interface MasterKeys {
  readonly masterKey: Secret<Buffer>
  readonly previousMasterKey?: Secret<Buffer> | undefined
}

export function sealNewHashKey({ masterKey }: MasterKeys): Uint8Array {
  return newHashKey(masterKeyStorage(masterKey))
}

/** @param sealedHashKey separate, so that hashes outlive the master key @throws SealError under another master key */
export function createVault({ masterKey, previousMasterKey }: MasterKeys, sealedHashKey: Uint8Array): Vault {
  const storage = masterKeyStorage(masterKey, previousMasterKey)
  const hashes = keyedHashes(storage, sealedHashKey)
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
    seal: (plaintext, context) => storage.wrap(plaintext, 'secret', context),
    open: (sealed, context) => storage.unwrap(sealed, 'secret', context),
    rewrap: (sealed, purpose, context) => storage.wrap(storage.unwrap(sealed, purpose, context), purpose, context),
    walletTokens: createWalletTokens(storage, hashes),
  }
}
