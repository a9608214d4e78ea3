import { Type } from 'typebox'
import { OverlapSeconds } from './client.ts'
import { Activity, Country, Currency, Instant, Name, NullableInteger, NullableString, nullable } from './types.ts'
import { wire } from './wire.ts'

const Rate = Type.String({
  format: 'rate',
  description: 'A decimal above zero with at most 12 digits on either side.',
  examples: ['1.0842'],
})

const TimeZone = Type.String({
  format: 'time-zone',
  description: 'IANA name of the zone in which its days begin.',
  examples: ['Europe/Bucharest'],
})

const settings = {
  country: Type.Optional(nullable(Country)),
  time_zone: Type.Optional(TimeZone),
  tokenization_enabled: Type.Optional(Type.Boolean()),
  settlement_currency: Type.Optional(nullable(Currency)),
  exchange_rates: Type.Optional(
    Type.Record(Type.String(), Rate, {
      maxProperties: 200,
      description: 'Settlement units per major unit of the key.',
      check: 'currencies',
    }),
  ),
  external_client_ids: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 })),
  wallet_recipients: Type.Optional(
    Type.Array(Type.String({ pattern: '^merchant:[A-Za-z0-9]{1,64}$', examples: ['merchant:12345678901234567890'] }), {
      maxItems: 20,
      description: 'Recipients of wallet tokens that are signed for this merchant.',
    }),
  ),
  personal_data_days: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 3650,
      description: 'Days after which payments lose their personal data; null for never.',
    }),
  ),
}

export const MerchantBody = Type.Object({ name: Name, ...settings })

export const MerchantChangeBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  ...settings,
})

/** Merchant for operators. A list has no `client_id` and no `public_key`. */
export const MerchantRecord = wire('Merchant', {
  merchant_id: Type.String(),
  name: Type.String(),
  country: NullableString,
  time_zone: Type.String(),
  status: Activity,
  tokenization_enabled: Type.Boolean(),
  settlement_currency: NullableString,
  exchange_rates: Type.Record(Type.String(), Type.String()),
  external_client_ids: Type.Array(Type.String()),
  wallet_recipients: Type.Array(Type.String()),
  personal_data_days: NullableInteger,
  client_id: Type.Optional(NullableString),
  client_secret: Type.Optional(Type.String({ description: 'Shown once.' })),
  client_key: Type.String(),
  public_key: Type.Optional(NullableString),
  created_at: Instant,
}).named()

export const MerchantParams = Type.Object({ id: Type.String({ description: 'Merchant id.' }) })

export const MerchantSecretRotationBody = Type.Object({
  overlap_seconds: Type.Optional(Type.Integer({ ...OverlapSeconds, default: 0 })),
})

export const MerchantSecret = Type.Object(
  { client_id: Type.String(), client_secret: Type.String() },
  { title: 'Client secret' },
)

export const MerchantPublicKey = Type.Object(
  { public_key: Type.String({ description: 'PEM, SPKI, RSA 2048.' }) },
  { title: 'Public key' },
)
