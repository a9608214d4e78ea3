import type { webcrypto } from 'node:crypto'
import { privateKeyOf } from './encryption-key.ts'
import type { KeyStorage } from './key-storage.ts'
import { loadingLruCache } from './lru-cache.ts'
import type { EncryptionKey } from './vault.ts'

/**
 * Imports of one key. WebCrypto locks a CryptoKey while a thread uses it, so one import would decrypt on one core only;
 * twice libuv's four threads keep them all busy.
 */
const IMPORTS = 8

/** Merchants' keys held in memory at once. */
const CAPACITY = 500

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** Decrypts one RSA-OAEP block off the event loop; empty where it does not decrypt, whatever the cause. */
export type DecryptBlock = (key: EncryptionKey, block: Uint8Array<ArrayBuffer>) => Promise<string>

/** Gives the next import of a key to decrypt with, in turn. */
type TakeTurn = () => webcrypto.CryptoKey

/** The merchants' private keys, unwrapped and imported once and then cached while they are in use. */
export function privateKeys(storage: KeyStorage): DecryptBlock {
  const turnsOf = loadingLruCache<TakeTurn>(CAPACITY)
  return async (key, block) => {
    const takeTurn = await turnsOf(key.keyId, () => importKey(storage, key))
    try {
      return Buffer.from(await crypto.subtle.decrypt(ALGORITHM, takeTurn(), block)).toString('latin1')
    } catch {
      return ''
    }
  }
}

async function importKey(storage: KeyStorage, key: EncryptionKey): Promise<TakeTurn> {
  const pkcs8 = Buffer.from(privateKeyOf(storage, key))
  const imports = await Promise.all(
    Array.from({ length: IMPORTS }, () => crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['decrypt'])),
  )
  let turn = 0
  return () => imports[turn++ % IMPORTS]!
}
