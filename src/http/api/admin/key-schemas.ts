import { Type } from 'typebox'
import { ListOf, NullableString, nullable } from '../common/types.ts'

/** Body of `POST /admin/wallet-keys`: empty for a new pair. */
export const CreateWalletKeyBody = Type.Object({
  private_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'A P-256 private key to import, unencrypted PEM (PKCS #8 or SEC 1). It is never shown again.',
    }),
  ),
})

export const WalletKeyAnswer = Type.Object(
  {
    wallet_key_id: Type.String(),
    public_key: Type.String({ description: 'Public key for the wallet: an uncompressed P-256 point in Base64.' }),
    status: Type.Enum(['ACTIVE', 'RETIRED'], { description: 'A retired key decrypts no tokens.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Wallet key' },
)

export const WalletKeyList = ListOf(WalletKeyAnswer)
export const WalletKeyParams = Type.Object({ id: Type.String({ description: 'Wallet key id.' }) })

const Count = Type.Integer({ minimum: 0 })
const Fingerprint = 'A fingerprint, eight hexadecimal digits; it tells nothing of the key.'

export const KeysAnswer = Type.Object(
  {
    master_key_id: Type.String({ description: Fingerprint }),
    previous_master_key_id: NullableString,
    rotation: Type.Union([
      Type.Object({
        id: Type.String(),
        master_key_id: Type.String({ description: 'Master key of the rotation.' }),
        requested_at: Type.String({ format: 'date-time' }),
        completed_at: nullable(Type.String({ format: 'date-time' })),
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
