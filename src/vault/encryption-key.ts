import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { newId } from '#domain/ids.ts'
import { contextOfKey } from './key-owner.ts'
import type { KeyStorage } from './key-storage.ts'
import type { EncryptionKey } from './vault.ts'

const generate = promisify(generateKeyPair)

/** RSA pair: public key as PEM (SPKI), private key as PKCS #8. */
interface KeyPair {
  readonly publicKey: string
  readonly privateKey: Uint8Array
}

/** Generates an RSA 2048 pair, which takes 50 ms and more. */
export function newKeyPair(): Promise<KeyPair> {
  return generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
}

export function wrapKeyPair(
  storage: KeyStorage,
  merchantId: string,
  { publicKey, privateKey }: KeyPair,
): EncryptionKey {
  const owner = { keyId: newId('key'), merchantId }
  return { ...owner, publicKey, sealedPrivateKey: storage.wrap(privateKey, 'private-key', contextOfKey(owner)) }
}

export function privateKeyOf(storage: KeyStorage, key: EncryptionKey): Uint8Array {
  return storage.unwrap(key.sealedPrivateKey, 'private-key', contextOfKey(key))
}
