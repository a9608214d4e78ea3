import { type Static, type TArray, type TProperties, type TSchema, type TStringOptions, Type } from 'typebox'
import type { ExactInteger } from '#domain/exact-json.ts'
import type { KeptJson, KeptText } from '#domain/kept-text.ts'
import { LONGEST_NAME } from '#domain/name-lengths.ts'

/** Free text; card numbers in it are masked (docs/reference/card-data.md#card-numbers-in-text). */
export function FreeText(options: TStringOptions = {}) {
  return Type.Unsafe<KeptText>({ type: 'string', ...options, kept: 'text' })
}

/** Phone number; longer text could contain a card number. */
export const Phone = Type.Unsafe<KeptText>({ type: 'string', maxLength: 255, kept: 'phone', empty: 'none' })

function FreeJson(options: object) {
  return Type.Unsafe<KeptJson>({ type: 'object', additionalProperties: true, ...options, kept: 'json' })
}

/** Amount with its exact spelling (docs/reference/requests.md#amounts); `parseAmount` makes a bigint of it. */
export const Amount = Type.Unsafe<ExactInteger>({
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: JSON.rawJSON('9223372036854775807'),
  description: 'An integer in minor units of the currency.',
  check: 'amount',
})

/** Time of RFC 3339; `readBody` makes a date of it. */
export type InstantText = string & { readonly [instant]: true }
declare const instant: unique symbol

export function InstantOf(options: { readonly description?: string } = {}) {
  return Type.Unsafe<InstantText>({ type: 'string', format: 'date-time', ...options })
}

export const Instant = InstantOf()

/** Bounds of the creation time, as parameters of lists. */
export const Period = {
  created_from: Type.Optional(Instant),
  created_to: Type.Optional(InstantOf({ description: 'Not included itself.' })),
}

export const Currency = Type.String({
  minLength: 3,
  maxLength: 3,
  format: 'currency',
  description: 'ISO 4217, in capitals.',
  examples: ['EUR'],
})

/** Currency of an existing object, which may be withdrawn meanwhile. */
export const KnownCurrency = Type.String({ ...Currency, format: 'known-currency' })

export const Country = Type.String({
  minLength: 2,
  maxLength: 2,
  format: 'country',
  description: 'ISO 3166-1 alpha-2, in capitals.',
  examples: ['RO'],
})

export const Activity = Type.Enum(['ACTIVE', 'INACTIVE'])

export const TerminalId = Type.String({ minLength: 5, maxLength: 20 })

/** ID in queries and lookups, of any length that can be stored (docs/reference/limits.md#lengths). */
export const UnboundedTerminalId = Type.String({ minLength: 1, maxLength: 255 })

export const Reference40 = Type.String({ minLength: 1, maxLength: 40, description: 'Unique per terminal.' })

/** Language of pages for shoppers; a region falls back to its language. */
export const OptionalLocale = Type.Optional(
  nullable(
    Type.String({ format: 'locale', maxLength: 35, description: 'Language of its pages; null: the browser’s.' }),
  ),
)

export const Description = FreeText({ maxLength: 255 })

export const Name = FreeText({ minLength: 1, maxLength: LONGEST_NAME.other })

/** Base64 field, encrypted with the public key of the merchant. Only the vault checks it: all failures look alike. */
export const Encrypted = Type.String({
  description: 'RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64.',
})

export const Email = Type.Unsafe<KeptText>({
  ...{ type: 'string', maxLength: 254, format: 'email', description: 'An email address.' },
  kept: 'email',
})

export const IpAddress = Type.String({ format: 'ip', description: 'IPv4 or IPv6.' })

/** URL for shoppers, followed verbatim (docs/reference/requests.md#addresses). */
export const MerchantUrl = Type.String({
  maxLength: 2048,
  format: 'merchant-url',
  description: 'Absolute, https (in UAT also http), without user info.',
  examples: ['https://shop.example/return'],
})

/** Free keys within limits (docs/reference/requests.md#metadata); numbers keep every digit. */
export const Metadata = FreeJson({
  maxProperties: 50,
  description: 'At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all.',
  check: 'metadata',
})

/** Metadata of follow-ups (docs/reference/follow-ups.md#the-request); directives to a simulator may be numbers. */
export const TextMetadata = Type.Unsafe<KeptJson>({
  ...Metadata,
  description: 'String values: at most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all.',
  check: 'text-metadata',
})

export const NullableString = nullable(Type.String())

/** Time or null, without the format of a time. */
export const NullableTime = Type.Unsafe<InstantText | null>(NullableString)

export const ShownMetadata = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])

export const NullableInteger = Type.Union([Type.Integer(), Type.Null()])

/** Integer that keeps every digit, in answers and events. */
export function Int64(options: { readonly description?: string } = {}) {
  return Type.Unsafe<ExactInteger>({ type: 'integer', format: 'int64', ...options })
}

export const NullableInt64 = Type.Union([Int64(), Type.Null()])

/** Makes an empty text count as no value, because shops send empty form fields. */
const EMPTY_IS_NONE = { empty: 'none' }

export const OptionalCountry = Type.Optional(
  nullable(
    Type.String({
      maxLength: 2,
      format: 'country-in-any-case',
      description: 'ISO 3166-1 alpha-2, stored in capitals; XK is Kosovo. Empty is none.',
      examples: ['RO'],
      kept: 'capitals',
      ...EMPTY_IS_NONE,
    }),
  ),
)

export const OptionalIpAddress = Type.Optional(
  Type.String({ format: 'ip', description: 'IPv4 or IPv6.', ...EMPTY_IS_NONE }),
)

const CustomerText = Type.Optional(nullable(FreeText({ maxLength: 255, ...EMPTY_IS_NONE })))

/** Customer in requests (docs/reference/objects.md#customer). */
export const CustomerFieldsSchema = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ maxLength: 255, ...EMPTY_IS_NONE }))),
    first_name: CustomerText,
    last_name: CustomerText,
    address: CustomerText,
    city: CustomerText,
    country: OptionalCountry,
    postal_code: CustomerText,
    email: Type.Optional(
      nullable(Type.Unsafe<KeptText>({ type: 'string', maxLength: 255, kept: 'email', ...EMPTY_IS_NONE })),
    ),
    phone: Type.Optional(nullable(Phone)),
  },
  { title: 'Customer' },
)

/** Browser data of the shopper (docs/reference/objects.md#browser-info). */
export const BrowserInfo = Type.Object(
  {
    user_agent: FreeText({ maxLength: 8192 }),
    accept_header: FreeText({ maxLength: 8192 }),
    java_enabled: Type.Boolean(),
    color_depth: Type.Integer({ minimum: 0, description: 'Bits.' }),
    screen_height: Type.Integer({ minimum: 0, description: 'Pixels.' }),
    screen_width: Type.Integer({ minimum: 0, description: 'Pixels.' }),
    time_zone_offset: Type.Integer({ description: 'Minutes from UTC.' }),
    language: FreeText({ maxLength: 8192, description: 'A language tag; of a list the first counts.' }),
  },
  { title: 'Browser info' },
)

export const ErrorItem = Type.Object(
  {
    message: Type.String({ description: 'Action to take.' }),
    params: Type.Array(Type.String(), { description: 'The violated limit.' }),
    property: Type.String({ description: 'Dotted path of the field.' }),
  },
  { title: 'Error item' },
)

export const ErrorBody = Type.Object(
  {
    errors: Type.Array(ErrorItem),
    method: Type.String(),
    status: Type.Integer(),
    error: Type.Optional(Type.String({ description: 'Only in a 401 and a 403.' })),
    params: Type.Optional(Type.Array(Type.String(), { description: 'Only in a 403: what a limited client lacks.' })),
  },
  { title: 'Errors' },
)

export const AccessErrorBody = Type.Object(
  {
    error: Type.String(),
    params: Type.Optional(
      Type.Array(Type.String(), { description: 'Permission or terminal that a limited client lacks.' }),
    ),
    errors: Type.Optional(Type.Array(ErrorItem)),
    method: Type.Optional(Type.String()),
    status: Type.Optional(Type.Integer()),
  },
  {
    title: 'Access error',
    description:
      'Contains only `error`; a 403 for the limits of a client, and every other status, have the other fields.',
  },
)

export const Paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ minLength: 1, description: '`next_cursor` of the previous page.' })),
} satisfies TProperties

/** Query of a list without filters. */
export const ListQuery = Type.Object(Paging)

export function ListOf<Item extends TSchema>(item: Item) {
  const { title } = item as { readonly title?: string }
  const list = { items: Type.Array(item), next_cursor: NullableString }
  return Type.Object(list, title === undefined ? {} : { title: `${title} list` })
}

/** String or null as one type, so that a problem is reported once. */
export function nullable<Text extends TSchema>(text: Text) {
  return Type.Unsafe<Static<Text> | null>({ ...text, type: ['string', 'null'] })
}

/** List or null; null means all. */
export function nullableList<Items extends TSchema>(list: TArray<Items>) {
  return Type.Unsafe<readonly Static<Items>[] | null>({ ...list, type: ['array', 'null'] })
}
