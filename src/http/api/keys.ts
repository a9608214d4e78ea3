import { Type } from 'typebox'
import { type OwnKeys, showOwnKeys } from '#flows/keys/own-keys.ts'
import { Instant, NullableString } from '#interface/types.ts'
import { answer, get } from '../route.ts'

const OwnKeysAnswer = Type.Object(
  {
    merchant_id: Type.String(),
    gateway_id: Type.String({ description: 'Recipient ID of this gateway in wallet tokens.' }),
    client_id: NullableString,
    client_secret_since: NullableString,
    client_key: Type.String({ description: 'Public; pages that show card fields use it.' }),
    encryption_keys: Type.Array(
      Type.Object(
        {
          key_id: Type.String(),
          public_key: Type.String({ description: 'PEM, SPKI, RSA 2048.' }),
          fingerprint: Type.String({ description: 'SHA-256 of the key as SPKI, hexadecimal.' }),
          created_at: Instant,
          retires_at: NullableString,
        },
        { title: 'Encryption key' },
      ),
    ),
  },
  { title: 'Keys' },
)

function ownKeysView({ merchantId, gatewayId, clientKey, client, encryptionKeys }: OwnKeys) {
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

export const showOwnKeysRoute = get('/api/keys', {
  guard: 'merchant',
  permission: 'keys.read',
  tag: 'Keys',
  operation: 'showKeys',
  summary: 'Show your client, client key and public keys',
  description: 'Cards are encrypted with the first key; the others still decrypt until they retire.',
  answers: { 200: OwnKeysAnswer },
  handle: async (gateway, { caller }) => answer(ownKeysView(await showOwnKeys(gateway, caller.merchantId))),
})
