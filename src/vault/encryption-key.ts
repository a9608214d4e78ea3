import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { newId } from '#domain/ids.ts'
import { contextOfKey } from './key-owner.ts'
import type { KeyStorage } from './key-storage.ts'
import type { EncryptionKey } from './vault.ts'

const generate = promisify(generateKeyPair)

/** A new RSA 2048 pair, the private half (PKCS #8) wrapped for this merchant and this key id only. */
export async function newEncryptionKey(storage: KeyStorage, merchantId: string): Promise<EncryptionKey> {
  const pair = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const owner = { keyId: newId('key'), merchantId }
  return {
    ...owner,
    publicKey: pair.publicKey,
    sealedPrivateKey: storage.wrap(pair.privateKey, 'private-key', contextOfKey(owner)),
  }
}

/** The private half in the clear, PKCS #8. */
export function privateKeyOf(storage: KeyStorage, key: EncryptionKey): Uint8Array {
  return storage.unwrap(key.sealedPrivateKey, 'private-key', contextOfKey(key))
}
