import type { ECDH } from 'node:crypto'
import { newId } from '#domain/ids.ts'
import type { KeyStorage } from '../key-storage.ts'
import { lruCache } from '../lru-cache.ts'
import { agreementKeyOf, newScalar, toScalar } from './p256.ts'

/** The gateway's key pair for wallets, the private key sealed by `KeyStorage`. */
export interface WalletKey {
  readonly keyId: string
  /** Uncompressed P-256 point in Base64, as the wallet requires it. */
  readonly publicKey: string
  readonly sealedPrivateKey: Uint8Array
}

/** More than a rotation ever needs. */
const MAX_CACHED_KEYS = 100

export function newWalletKey(storage: KeyStorage): WalletKey {
  return sealedPair(storage, newScalar())
}

/** @returns undefined if the PEM has no private key of P-256 */
export function importedWalletKey(storage: KeyStorage, pem: string): WalletKey | undefined {
  const scalar = toScalar(pem)
  return scalar && sealedPair(storage, scalar)
}

export function unwrappedKeys(storage: KeyStorage): (key: WalletKey) => ECDH {
  const cache = lruCache<ECDH>(MAX_CACHED_KEYS)
  return ({ keyId, sealedPrivateKey }) =>
    cache.valueFor(keyId, () => agreementKeyOf(storage.unwrap(sealedPrivateKey, 'private-key', keyId)))
}

function sealedPair(storage: KeyStorage, scalar: Buffer): WalletKey {
  const keyId = newId('key')
  const publicKey = agreementKeyOf(scalar).getPublicKey('base64')
  return { keyId, publicKey, sealedPrivateKey: storage.wrap(scalar, 'private-key', keyId) }
}
