import type { OwnKeys } from '#flows/keys/own-keys.ts'

/** What a merchant's servers and pages identify themselves with (docs/reference/identity.md#keys-of-a-merchant). */
export function ownKeysView({ merchantId, gatewayId, clientKey, client, encryptionKeys }: OwnKeys) {
  return {
    merchant_id: merchantId,
    gateway_id: gatewayId,
    client_id: client?.clientId ?? null,
    client_secret_since: client?.secretSince.toISOString() ?? null,
    client_key: clientKey,
    encryption_keys: encryptionKeys.map((key) => ({
      key_id: key.keyId,
      public_key: key.publicKey,
      fingerprint: key.fingerprint,
      created_at: key.createdAt.toISOString(),
      retires_at: key.retiresAt?.toISOString() ?? null,
    })),
  }
}
