import { Type } from 'typebox'
import { NullableString, nullable } from './types.ts'

const Count = Type.Integer({ minimum: 0 })
const Fingerprint = 'A fingerprint, eight hexadecimal digits; it tells nothing of the key.'

export const KeysAnswer = Type.Object({
  master_key_id: Type.String({ description: Fingerprint }),
  previous_master_key_id: NullableString,
  rotation: nullable(
    Type.Object({
      id: Type.String(),
      master_key_id: Type.String({ description: 'The key that everything goes under.' }),
      requested_at: Type.String({ format: 'date-time' }),
      completed_at: nullable(Type.String({ format: 'date-time' })),
    }),
  ),
  under_another_key: Type.Object(
    {
      encryption_keys: Count,
      signing_keys: Count,
      webhook_secrets: Count,
      previous_webhook_secrets: Count,
      first_answers: Count,
      authentication_keys: Count,
      wallet_keys: Count,
      data_keys: Count,
      vault_keys: Count,
    },
    { description: 'Values of each kind that are sealed under another master key than the present one.' },
  ),
  data_keys: Type.Object({ in_use: Count, retired: Count }),
  cards_to_move: Type.Integer({ minimum: 0, description: 'Stored cards that are under a retired data key.' }),
})
