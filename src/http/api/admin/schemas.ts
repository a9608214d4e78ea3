import { type Static, type TArray, type TSchema, Type } from 'typebox'
import { BRANDS, type Brand } from '#domain/brands.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { ORIGINAL_TYPES } from '#domain/transaction-type.ts'
import { Country, Currency, FreeText, ListOf, MerchantUrl, NullableString, nullable, Paging } from '../common/types.ts'

const Name = FreeText({ minLength: 1, maxLength: 120 })
const Activity = Type.Enum(['ACTIVE', 'INACTIVE'])
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
const CreatedAt = Type.String({ format: 'date-time' })

const MerchantSettings = {
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
}

export const CreateMerchantBody = Type.Object({ name: Name, ...MerchantSettings })

export const ChangeMerchantBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  ...MerchantSettings,
})

export const MerchantAnswer = Type.Object(
  {
    merchant_id: Type.String(),
    name: Type.String(),
    country: NullableString,
    time_zone: Type.String(),
    status: Activity,
    tokenization_enabled: Type.Boolean(),
    settlement_currency: NullableString,
    exchange_rates: Type.Record(Type.String(), Type.String()),
    external_client_ids: Type.Array(Type.String()),
    client_id: Type.Optional(NullableString),
    client_secret: Type.Optional(Type.String({ description: 'Shown once.' })),
    client_key: Type.String(),
    public_key: Type.Optional(NullableString),
    created_at: CreatedAt,
  },
  { title: 'Merchant' },
)

export const MerchantList = ListOf(MerchantAnswer)
export const MerchantParams = Type.Object({ id: Type.String({ description: 'Merchant id.' }) })
export const SecretAnswer = Type.Object(
  { client_id: Type.String(), client_secret: Type.String() },
  { title: 'Client secret' },
)
export const PublicKeyAnswer = Type.Object(
  { public_key: Type.String({ description: 'PEM, SPKI, RSA 2048.' }) },
  { title: 'Public key' },
)

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 200 })
const TransactionTypes = Type.Array(Type.Enum([...ORIGINAL_TYPES]), { maxItems: 4 })
const PaymentMethods = Type.Array(Type.Enum([...PAYMENT_METHODS]), { maxItems: PAYMENT_METHODS.length })
const Origin = Type.String({ maxLength: 255, format: 'origin', examples: ['https://shop.example'] })

const Limit = Type.Object(
  {
    cards: Type.Integer({ minimum: 1, maximum: 100, description: 'Distinct cards.' }),
    window_seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  },
  {
    description:
      'Maximum uncharged cards per IP address or customer; more are declined with 4200. Null: no limit. Default: none in UAT, 10 cards an hour in production.',
  },
)
const CardTestingLimit = Type.Unsafe<Static<typeof Limit> | null>({ ...Limit, type: ['object', 'null'] })
const Ascii = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[ -~]*$' })

const Acquirer = Type.Object({
  acquirer_bin: Type.String({ minLength: 1, maxLength: 11, pattern: '^[0-9A-Za-z]*$' }),
  acquirer_merchant_id: Ascii(35),
})

const AcquirerByNetwork = Type.Unsafe<{ readonly [Network in Brand]?: Static<typeof Acquirer> }>({
  type: 'object',
  propertyNames: { enum: BRANDS },
  additionalProperties: Acquirer,
  description: 'Networks with different acquirer numbers.',
})

const ThreeDs = Type.Object(
  {
    requestor_url: MerchantUrl,
    merchant_name: Ascii(40),
    merchant_category_code: Type.String({ pattern: '^[0-9]{4}$', description: 'ISO 18245.', examples: ['5814'] }),
    merchant_country: Country,
    ...Acquirer.properties,
    networks: Type.Optional(AcquirerByNetwork),
  },
  {
    description: 'Shop data sent to issuers, as registered with the acquirer. Required for a real 3-D Secure server.',
  },
)

export type ThreeDsBody = Static<typeof ThreeDs>

const NullableThreeDs = Type.Unsafe<ThreeDsBody | null>({ ...ThreeDs, type: ['object', 'null'] })

export const AllowedOrigins = nullableList(Type.Array(Origin, { maxItems: 100 }))

const TerminalSettings = {
  currencies: Type.Optional(nullableList(Type.Array(Currency, { maxItems: 200 }))),
  transaction_types: Type.Optional(nullableList(TransactionTypes)),
  payment_methods: Type.Optional(nullableList(PaymentMethods)),
  provider_accounts: Type.Optional(nullableList(Names)),
  allowed_origins: Type.Optional(AllowedOrigins),
  allow_unauthenticated: Type.Optional(Type.Boolean()),
  accepts_payments: Type.Optional(Type.Boolean()),
  card_testing_limit: Type.Optional(CardTestingLimit),
  three_ds: Type.Optional(NullableThreeDs),
}

export const CreateTerminalBody = Type.Object({ name: Name, ...TerminalSettings })

export const ChangeTerminalBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  ...TerminalSettings,
})

const NullableNames = nullableList(Names)

export const TerminalAnswer = Type.Object(
  {
    terminal_id: Type.String(),
    merchant_id: Type.String(),
    name: Type.String(),
    status: Activity,
    accepts_payments: Type.Boolean(),
    currencies: NullableNames,
    transaction_types: NullableNames,
    payment_methods: NullableNames,
    provider_accounts: NullableNames,
    allowed_origins: NullableNames,
    allow_unauthenticated: Type.Boolean(),
    card_testing_limit: CardTestingLimit,
    three_ds: NullableThreeDs,
    created_at: CreatedAt,
  },
  { title: 'Terminal' },
)

export const TerminalList = ListOf(TerminalAnswer)
export const TerminalParams = Type.Object({ id: Type.String({ description: 'Terminal id.' }) })

const AccountSettings = Type.Record(Type.String(), Type.Unknown())

const GivenCredentials = Type.Record(
  Type.String({ minLength: 1, maxLength: 64 }),
  Type.String({ minLength: 1, maxLength: 8192 }),
  {
    maxProperties: 20,
    description: 'By name, as listed in the guide of the provider. Stored encrypted and never returned.',
  },
)

const Credentials = Type.Record(
  Type.String(),
  Type.Object({ fingerprint: Type.String(), updated_at: Type.String({ format: 'date-time' }) }),
  { description: 'Names and creation times of the values.' },
)

export const CreateProviderAccountBody = Type.Object({
  provider: Type.String({ minLength: 1, maxLength: 64 }),
  name: Name,
  settings: Type.Optional(AccountSettings),
  credentials: Type.Optional(GivenCredentials),
})

export const ChangeProviderAccountBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  settings: Type.Optional(AccountSettings),
  credentials: Type.Optional(GivenCredentials),
  revoke_previous: Type.Optional(
    Type.Boolean({
      description: 'true: previous values become invalid immediately, including those that this request replaces.',
    }),
  ),
})

export const CircuitAnswer = Type.Object(
  {
    state: Type.Enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    consecutive_failures: Type.Integer(),
    opened_at: NullableString,
    next_probe_at: NullableString,
  },
  {
    title: 'Circuit',
    description: 'Single account only: an open circuit gets no payments, except one every ten seconds.',
  },
)

export const ProviderAccountCheckAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    checked_at: Type.String({ format: 'date-time', description: 'When the check began.' }),
    problems: Type.Array(Type.String(), { description: 'One sentence each with what to do.' }),
  },
  { title: 'Provider account check' },
)

const LastCheckAnswer = Type.Union([ProviderAccountCheckAnswer, Type.Null()], {
  description: 'Single account only: result of the last check; null before the first.',
})

export const ProviderAccountAnswer = Type.Object(
  {
    provider_account_id: Type.String(),
    merchant_id: Type.String(),
    provider: Type.String(),
    name: Type.String(),
    status: Activity,
    settings: AccountSettings,
    credentials: Credentials,
    circuit: Type.Optional(CircuitAnswer),
    last_check: Type.Optional(LastCheckAnswer),
    created_at: CreatedAt,
  },
  { title: 'Provider account' },
)

export const ProviderAccountList = ListOf(ProviderAccountAnswer)
export const ProviderAccountParams = Type.Object({ id: Type.String({ description: 'Provider account id.' }) })

export const ProviderExchangeQuery = Type.Object({ transaction_id: Type.String() })

const KeptFields = Type.Record(Type.String(), Type.String(), { description: 'By their paths; harmless ones only.' })

export const ProviderExchangeList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        attempt_id: Type.String(),
        request: Type.String({ examples: ['POST /v1/payment_intents'] }),
        request_fields: KeptFields,
        http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
        request_id: nullable(Type.String({ description: 'Request ID for the support of the provider.' })),
        answer_fields: KeptFields,
        sent_at: Type.String({ format: 'date-time' }),
      }),
    ),
  },
  { title: 'Provider exchanges' },
)

export const ListQuery = Type.Object(Paging)

/** A list that may also be null, which means "everything". */
function nullableList<Items extends TSchema>(list: TArray<Items>) {
  return Type.Unsafe<readonly Static<Items>[] | null>({ ...list, type: ['array', 'null'] })
}

export const GivenUpReversalAnswer = Type.Object(
  {
    attempt_id: Type.String(),
    merchant_id: Type.String(),
    transaction_id: Type.String(),
    provider: Type.String(),
    provider_account_id: Type.String(),
    provider_reference: NullableString,
    began_at: NullableString,
    given_up_at: NullableString,
  },
  { title: 'Given up reversal' },
)

export const GivenUpReversalList = ListOf(GivenUpReversalAnswer)
export const GivenUpReversalParams = Type.Object({ id: Type.String({ description: 'Attempt id.' }) })
