import { createHash, createPublicKey } from 'node:crypto'
import type { OwnKeys } from '#interface/keys.ts'
import { listPublicHalves } from '#store/keys/encryption-keys.ts'
import { listActiveWalletKeys } from '#store/keys/wallet-keys.ts'
import { findFirstClient } from '#store/merchants/clients.ts'
import { showMerchant } from '../admin/merchants.ts'
import type { Gateway } from '../gateway.ts'

/** @throws RequestError 404 for an unknown merchant */
export async function showOwnKeys(gateway: Gateway, merchantId: string): Promise<OwnKeys> {
  const { clientKey, walletRecipients } = await showMerchant(gateway, merchantId)
  const [client, keys, walletKeys] = await Promise.all([
    findFirstClient(gateway.sql, merchantId),
    listPublicHalves(gateway.sql, merchantId),
    listActiveWalletKeys(gateway.sql),
  ])
  const encryptionKeys = keys.map((key) => ({ ...key, fingerprint: fingerprintOf(key.publicKey) }))
  const wallets = { walletRecipients, walletPublicKeys: walletKeys.map(({ publicKey }) => publicKey) }
  const { gatewayId } = gateway.settings
  const { clientId = null, secretSince: clientSecretSince = null } = client ?? {}
  return { merchantId, gatewayId, ...wallets, clientId, clientSecretSince, clientKey, encryptionKeys }
}

/** SHA-256 of the key as SPKI, as \`openssl pkey -pubin -outform DER | sha256sum\` prints it. */
function fingerprintOf(publicKey: string): string {
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex')
}
