import { createPrivateKey, type KeyObject } from 'node:crypto'
import { decryptionThreads } from './decryption-threads.ts'
import { privateKeyOf } from './encryption-key.ts'
import type { KeyStorage } from './key-storage.ts'
import { lruCache } from './lru-cache.ts'
import type { EncryptionKey } from './vault.ts'

const CAPACITY = 500

/** Without keys, so all vaults of a process share them. */
const decrypt = decryptionThreads()

/** Decrypts RSA-OAEP blocks off the event loop; a text for each, empty if it does not decrypt for any cause. */
export type DecryptBlocks = (key: EncryptionKey, blocks: readonly Uint8Array[]) => Promise<readonly string[]>

/** Caches the merchants' unwrapped private keys. */
export function privateKeys(storage: KeyStorage): DecryptBlocks {
  const keys = lruCache<KeyObject>(CAPACITY)
  return async (key, blocks) => {
    const privateKey = keys.valueFor(key.keyId, () => readKey(privateKeyOf(storage, key)))
    return decrypt(privateKey, blocks)
  }
}

function readKey(pkcs8: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
}
