import type { KeysOverview } from '#flows/keys/show-keys.ts'

export function keysView({ rotation, underAnotherKey, dataKeys, ...keys }: KeysOverview) {
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
      first_answers: underAnotherKey.firstAnswers,
      authentication_keys: underAnotherKey.authenticationKeys,
      wallet_keys: underAnotherKey.walletKeys,
      data_keys: underAnotherKey.dataKeys,
      vault_keys: underAnotherKey.vaultKeys,
    },
    data_keys: { in_use: dataKeys.inUse, retired: dataKeys.retired },
    cards_to_move: keys.cardsToMove,
  }
}
