import { Type } from 'typebox'
import { requestRotation } from '#flows/keys/request-rotation.ts'
import type { KeysOverview } from '#flows/keys/show-keys.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { Instant, NullableString, nullable } from '#interface/types.ts'
import { get, post } from '../../route.ts'

function keysView({ rotation, underAnotherKey, dataKeys, ...keys }: KeysOverview) {
  return {
    master_key_id: keys.masterKeyId,
    previous_master_key_id: keys.previousMasterKeyId,
    rotation: rotation && {
      id: rotation.id,
      master_key_id: rotation.masterKeyId,
      requested_at: rotation.requestedAt.toISOString(),
      completed_at: rotation.completedAt?.toISOString() ?? null,
    },
    under_another_key: {
      encryption_keys: underAnotherKey.encryptionKeys,
      signing_keys: underAnotherKey.signingKeys,
      webhook_secrets: underAnotherKey.webhookSecrets,
      previous_webhook_secrets: underAnotherKey.previousWebhookSecrets,
      provider_credentials: underAnotherKey.providerCredentials,
      previous_provider_credentials: underAnotherKey.previousProviderCredentials,
      first_answers: underAnotherKey.firstAnswers,
      authentication_keys: underAnotherKey.authenticationKeys,
      wallet_keys: underAnotherKey.walletKeys,
      acquirer_requests: underAnotherKey.acquirerRequests,
      data_keys: underAnotherKey.dataKeys,
      vault_keys: underAnotherKey.vaultKeys,
    },
    data_keys: { in_use: dataKeys.inUse, retired: dataKeys.retired },
    cards_to_move: keys.cardsToMove,
  }
}

const Count = Type.Integer({ minimum: 0 })

const Fingerprint = 'A fingerprint, eight hexadecimal digits; it reveals nothing about the key.'

const KeysAnswer = Type.Object(
  {
    master_key_id: Type.String({ description: Fingerprint }),
    previous_master_key_id: NullableString,
    rotation: Type.Union([
      Type.Object({
        id: Type.String(),
        master_key_id: Type.String({ description: 'Master key of the rotation.' }),
        requested_at: Instant,
        completed_at: nullable(Instant),
      }),
      Type.Null(),
    ]),
    under_another_key: Type.Object(
      {
        encryption_keys: Count,
        signing_keys: Count,
        webhook_secrets: Count,
        previous_webhook_secrets: Count,
        provider_credentials: Count,
        previous_provider_credentials: Count,
        first_answers: Count,
        authentication_keys: Count,
        wallet_keys: Count,
        acquirer_requests: Count,
        data_keys: Count,
        vault_keys: Count,
      },
      { description: 'Values per kind that are encrypted with another master key.' },
    ),
    data_keys: Type.Object({ in_use: Count, retired: Count }),
    cards_to_move: Type.Integer({ minimum: 0, description: 'Stored cards encrypted with a retired data key.' }),
  },
  { title: 'Master keys' },
)

const ADMIN = { guard: 'operator', tag: 'Admin: keys', answers: { 200: KeysAnswer } } as const

export const showKeysRoute = get('/admin/keys', {
  ...ADMIN,
  operation: 'adminShowKeys',
  summary: 'Show the keys and the rotation progress',
  handle: async (gateway) => ({ status: 200, json: keysView(await showKeys(gateway)) }),
})

export const rotateKeysRoute = post('/admin/keys/rotate', {
  ...ADMIN,
  operation: 'adminRotateKeys',
  summary: 'Rotate the keys',
  description:
    'Re-encrypts secrets with the current MASTER_KEY and stored cards with new data keys, in the background. `GET /admin/keys` shows the progress.',
  handle: async (gateway, { actor }) => ({
    status: 200,
    json: keysView(await requestRotation(gateway, actor)),
  }),
})
