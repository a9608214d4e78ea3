import { type Static, Type } from 'typebox'
import type { Acquirer, Requestor } from '#domain/authentication.ts'
import { BRANDS, type Brand } from '#domain/brands.ts'
import type { CardTestingLimit } from '#domain/card-testing.ts'
import { RECEIPTS } from '#domain/mail.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import type { Terminal } from '#domain/terminal.ts'
import { EXEMPTIONS } from '#domain/three-ds-wishes.ts'
import { ORIGINAL_TYPES } from '#domain/transaction-type.ts'
import { readBody, readGiven } from './read.ts'
import { Activity, Country, Currency, Instant, MerchantUrl, Name, nullableList } from './types.ts'
import { wire } from './wire.ts'

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 200 })

const TransactionTypes = Type.Array(Type.Enum([...ORIGINAL_TYPES]), { maxItems: 4 })

const PaymentMethods = Type.Array(Type.Enum([...PAYMENT_METHODS]), { maxItems: PAYMENT_METHODS.length })

const Origin = Type.String({ maxLength: 255, format: 'origin', examples: ['https://shop.example'] })

const Limit = wire(
  null,
  {
    cards: Type.Integer({ minimum: 1, maximum: 100, description: 'Distinct cards.' }),
    window_seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  },
  {
    description:
      'Maximum uncharged cards per IP address or customer; more are declined with 4200. Null: no limit. Default: none in UAT, 10 cards an hour in production.',
  },
).from<CardTestingLimit>({})

const NullableLimit = Type.Unsafe<Static<typeof Limit> | null>({ ...Limit, type: ['object', 'null'] })

const Ascii = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[ -~]*$' })

const AcquirerFields = wire(null, {
  acquirer_bin: Type.String({ minLength: 1, maxLength: 11, pattern: '^[0-9A-Za-z]*$' }),
  acquirer_merchant_id: Ascii(35),
}).from<Acquirer>({ acquirer_bin: 'bin', acquirer_merchant_id: 'merchantId' })

const AcquirerByNetwork = Type.Unsafe<{ readonly [Network in Brand]?: Static<typeof AcquirerFields> }>({
  type: 'object',
  propertyNames: { enum: BRANDS },
  additionalProperties: AcquirerFields,
  description: 'Networks with different acquirer numbers.',
})

/** Requestor of 3-D Secure; its numbers of the acquirer are among its own. */
export const ThreeDs = wire(
  null,
  {
    requestor_url: MerchantUrl,
    merchant_name: Ascii(40),
    merchant_category_code: Type.String({ pattern: '^[0-9]{4}$', description: 'ISO 18245.', examples: ['5814'] }),
    merchant_country: Country,
    ...AcquirerFields.properties,
    networks: Type.Optional(AcquirerByNetwork),
  },
  {
    description: 'Shop data sent to issuers, as registered with the acquirer. Required for a real 3-D Secure server.',
  },
).from<Requestor>({
  requestor_url: 'url',
  acquirer_bin: ({ acquirer }) => acquirer.bin,
  acquirer_merchant_id: ({ acquirer }) => acquirer.merchantId,
  networks: ({ acquirerByNetwork }) => mapValues(acquirerByNetwork, AcquirerFields.of),
})

const NullableThreeDs = Type.Unsafe<Static<typeof ThreeDs> | null>({ ...ThreeDs, type: ['object', 'null'] })

const AllowedOrigins = nullableList(Type.Array(Origin, { maxItems: 100 }))

const Exemptions = Type.Array(Type.Enum([...EXEMPTIONS]), {
  maxItems: EXEMPTIONS.length,
  description: 'Exemptions from authentication that the acquirer permits.',
})

const ReceiptsOf = Type.Enum([...RECEIPTS], {
  description: 'Payments whose shoppers get a receipt by email: none, those of payment links, or all. Default: off.',
})

const settings = {
  currencies: Type.Optional(nullableList(Type.Array(Currency, { maxItems: 200 }))),
  transaction_types: Type.Optional(nullableList(TransactionTypes)),
  payment_methods: Type.Optional(nullableList(PaymentMethods)),
  provider_accounts: Type.Optional(nullableList(Names)),
  allowed_origins: Type.Optional(AllowedOrigins),
  allow_unauthenticated: Type.Optional(Type.Boolean()),
  exemptions: Type.Optional(Exemptions),
  accepts_payments: Type.Optional(Type.Boolean()),
  card_testing_limit: Type.Optional(NullableLimit),
  receipts: Type.Optional(ReceiptsOf),
  three_ds: Type.Optional(NullableThreeDs),
}

export const TerminalBody = Type.Object({ name: Name, ...settings })

export const TerminalChangeBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  ...settings,
})

/** The only setting that merchants change. */
export const OriginsBody = Type.Object({ allowed_origins: AllowedOrigins })

const NullableNames = nullableList(Names)

type ShownTerminal = Terminal & { readonly createdAt: Date }

const limitView = ({ cardTestingLimit: limit }: ShownTerminal) =>
  limit === null || limit === 'off' ? null : Limit.of(limit)

export const TerminalRecord = wire('Terminal', {
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
  exemptions: Exemptions,
  card_testing_limit: NullableLimit,
  receipts: ReceiptsOf,
  three_ds: NullableThreeDs,
  created_at: Instant,
}).from<ShownTerminal>({
  card_testing_limit: limitView,
  three_ds: ({ threeDs }) => threeDs && ThreeDs.of(threeDs),
})

const { merchant_id: _, three_ds: __, ...own } = TerminalRecord.properties

/** Terminal for its merchant, without the data for acquirers and issuers. */
export const OwnTerminalRecord = wire(
  'Own terminal',
  { ...own, simulated_only: Type.Array(Type.String(), { description: 'Methods that no real provider supports.' }) },
  { description: 'In its lists, null means all.' },
).from<ShownTerminal & { readonly simulatedOnly: readonly string[] }>({ card_testing_limit: limitView })

export const TerminalParams = Type.Object({ id: Type.String({ description: 'Terminal id.' }) })

/** Reads settings; absent fields stay as they are, null is no limit of cards. */
export function terminalChangeOf(body: Static<typeof TerminalChangeBody>) {
  const { card_testing_limit: limit, three_ds: threeDs } = body
  return {
    ...readGiven(TerminalChangeBody, body),
    cardTestingLimit: limit === null ? ('off' as const) : limit && readBody(Limit, limit),
    threeDs: threeDs && requestorOf(threeDs),
  }
}

function requestorOf(body: Static<typeof ThreeDs>): Requestor {
  const { requestorUrl: url, merchantName, merchantCategoryCode, merchantCountry } = readBody(ThreeDs, body)
  const acquirerByNetwork = mapValues(body.networks ?? {}, acquirerOf)
  return { url, merchantName, merchantCategoryCode, merchantCountry, acquirer: acquirerOf(body), acquirerByNetwork }
}

function acquirerOf(body: Static<typeof AcquirerFields>): Acquirer {
  return { bin: body.acquirer_bin, merchantId: body.acquirer_merchant_id }
}

function mapValues<T, R>(values: { readonly [Name in string]?: T }, change: (value: T) => R) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value!)]))
}
