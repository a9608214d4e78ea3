import { createHash, createPublicKey } from 'node:crypto'
import { listPublicHalves, type PublicHalf } from '#store/keys/encryption-keys.ts'
import { findFirstClient } from '#store/merchants/clients.ts'
import { showMerchant } from '../admin/merchants.ts'
import type { Gateway } from '../gateway.ts'

/** Public keys and IDs of a merchant's servers and pages; never a secret. */
export interface OwnKeys {
  readonly merchantId: string
  /** ID of this gateway for wallets. */
  readonly gatewayId: string
  readonly clientKey: string
  readonly client: { readonly clientId: string; readonly secretSince: Date } | null
  /** Newest first; the first one encrypts cards. */
  readonly encryptionKeys: readonly (PublicHalf & { readonly fingerprint: string })[]
}

/** @throws RequestError 404 for an unknown merchant */
export async function showOwnKeys(gateway: Gateway, merchantId: string): Promise<OwnKeys> {
  const { clientKey } = await showMerchant(gateway, merchantId)
  const [client, keys] = await Promise.all([
    findFirstClient(gateway.sql, merchantId),
    listPublicHalves(gateway.sql, merchantId),
  ])
  const encryptionKeys = keys.map((key) => ({ ...key, fingerprint: fingerprintOf(key.publicKey) }))
  return { merchantId, gatewayId: gateway.settings.gatewayId, clientKey, client: client ?? null, encryptionKeys }
}

/** SHA-256 of the key as SPKI, as \`openssl pkey -pubin -outform DER | sha256sum\` prints it. */
function fingerprintOf(publicKey: string): string {
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex')
}
