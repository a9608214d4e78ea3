import { Type } from 'typebox'
import { NullableString } from './types.ts'

export const OwnKeysAnswer = Type.Object(
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
          created_at: Type.String({ format: 'date-time' }),
          retires_at: NullableString,
        },
        { title: 'Encryption key' },
      ),
    ),
  },
  { title: 'Keys' },
)
