import { Type } from 'typebox'
import { Instant, NullableString, NullableTime, nullable } from './types.ts'
import { listOf, orNull, type ValueOf, wire } from './wire.ts'

const EncryptionKey = wire('Encryption key', {
  key_id: Type.String(),
  public_key: Type.String({ description: 'PEM, SPKI, RSA 2048.' }),
  fingerprint: Type.String({ description: 'SHA-256 of the key as SPKI, hexadecimal.' }),
  created_at: Instant,
  retires_at: NullableTime,
}).named()

/** Public keys and IDs of a merchant's servers and pages; never a secret. */
export const OwnKeysRecord = wire('Keys', {
  merchant_id: Type.String(),
  gateway_id: Type.String({ description: 'Recipient ID of this gateway in wallet tokens.' }),
  wallet_recipients: Type.Array(Type.String(), {
    description: 'Recipients of wallet tokens that are signed for you, not for this gateway.',
  }),
  wallet_public_keys: Type.Array(Type.String(), {
    description: 'Public keys for wallet tokens, newest first: uncompressed P-256 points in Base64.',
  }),
  client_id: NullableString,
  client_secret_since: NullableTime,
  client_key: Type.String({ description: 'Public; pages that show card fields use it.' }),
  encryption_keys: listOf(EncryptionKey),
}).named()

export type OwnKeys = ValueOf<typeof OwnKeysRecord>

const Count = Type.Integer({ minimum: 0 })

const Fingerprint = 'A fingerprint, eight hexadecimal digits; it reveals nothing about the key.'

const Rotation = wire(null, {
  id: Type.String(),
  master_key_id: Type.String({ description: 'Master key of the rotation.' }),
  requested_at: Instant,
  completed_at: nullable(Instant),
}).named()

const UnderAnotherKey = wire(
  null,
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
).named()

/** State of the keys; fingerprints and numbers, never a key. */
export const MasterKeysRecord = wire('Master keys', {
  master_key_id: Type.String({ description: Fingerprint }),
  previous_master_key_id: NullableString,
  rotation: orNull(Rotation),
  under_another_key: UnderAnotherKey,
  data_keys: wire(null, { in_use: Count, retired: Count }).named(),
  cards_to_move: Type.Integer({ minimum: 0, description: 'Stored cards encrypted with a retired data key.' }),
}).named()

export type MasterKeys = ValueOf<typeof MasterKeysRecord>

/** Empty for a new pair. */
export const WalletKeyBody = Type.Object({
  private_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'A P-256 private key to import, unencrypted PEM (PKCS #8 or SEC 1). It is never shown again.',
    }),
  ),
})

export const WalletKeyRecord = wire('Wallet key', {
  wallet_key_id: Type.String(),
  public_key: Type.String({ description: 'Public key for the wallet: an uncompressed P-256 point in Base64.' }),
  status: Type.Enum(['ACTIVE', 'RETIRED'], { description: 'A retired key decrypts no tokens.' }),
  created_at: Instant,
}).named({ wallet_key_id: 'keyId' })

export const WalletKeyParams = Type.Object({ id: Type.String({ description: 'Wallet key id.' }) })
