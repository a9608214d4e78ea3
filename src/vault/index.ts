import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { readCard, readCvv, readNetworkToken } from './card-fields.ts'
import { clearCardOf, faceOf, unwrapCard, wrapCard } from './clear-card.ts'
import { newEncryptionKey } from './encryption-key.ts'
import { masterKeyStorage } from './master-key-storage.ts'
import { decryptPaymentData, encryptPaymentData } from './payment-data.ts'
import { privateKeys } from './private-keys.ts'
import { newDataKey, openStoredCard, sealStoredCard } from './stored-card.ts'
import type { Vault } from './vault.ts'

/** The master keys, 32 bytes each; the previous one still opens what it sealed (contract section 1). */
export interface VaultKeys {
  readonly masterKey: Secret<Buffer>
  readonly previousMasterKey?: Secret<Buffer> | undefined
}

/** A vault whose keys are all wrapped under, or derived from, one master key. */
export function createVault({ masterKey, previousMasterKey }: VaultKeys): Vault {
  const storage = masterKeyStorage(masterKey, previousMasterKey)
  const decryptBlock = privateKeys(storage)
  const dataKeyOf = (sealedKey: Uint8Array) => storage.unwrap(sealedKey, 'payment-data-key', '')
  return {
    createEncryptionKey: (merchantId) => newEncryptionKey(storage, merchantId),
    async openCard(keys, fields, today) {
      const card = await readCard(decryptBlock, keys, fields, today)
      return wrapCard(storage, keys[0]!.merchantId, clearCardOf(card))
    },
    async openNetworkToken(keys, fields, today) {
      const { cryptogram, ...card } = await readNetworkToken(decryptBlock, keys, fields, today)
      return {
        card: wrapCard(storage, keys[0]!.merchantId, clearCardOf(card)),
        cryptogram: cryptogram === null ? null : new Secret(cryptogram),
      }
    },
    openCvv: async (keys, encryptedCvv, brand) => new Secret(await readCvv(decryptBlock, keys, encryptedCvv, brand)),
    newDataKey: (merchantId) => newDataKey(storage, merchantId),
    sealCard: (key, token, card) => sealStoredCard(storage, key, token, unwrapCard(card)),
    openStoredCard: (key, stored) => wrapCard(storage, key.merchantId, openStoredCard(storage, key, stored)),
    faceOf: (merchantId, number) => faceOf(storage, merchantId, number),
    hashAccount: (merchantId, number) => storage.mac(number.reveal(), 'account-hash', merchantId).toString('base64url'),
    newPaymentDataKey: () => storage.wrap(randomBytes(32), 'payment-data-key', ''),
    sealPaymentData: (sealedKey, binding, card) => encryptPaymentData(dataKeyOf(sealedKey), binding, unwrapCard(card)),
    openPaymentData: (sealedKey, binding, paymentData) =>
      wrapCard(storage, binding.merchantId, decryptPaymentData(dataKeyOf(sealedKey), binding, paymentData)),
    digestOf: (merchantId, paymentData) => storage.mac(paymentData, 'payment-data-digest', merchantId),
    seal: (plaintext, context) => storage.wrap(plaintext, 'secret', context),
    open: (sealed, context) => storage.unwrap(sealed, 'secret', context),
  }
}
