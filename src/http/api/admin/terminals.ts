import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Acquirer, Requestor } from '#domain/authentication.ts'
import type { Brand } from '#domain/brands.ts'
import { BRANDS } from '#domain/brands.ts'
import type { CardTestingSetting } from '#domain/card-testing.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { EXEMPTIONS } from '#domain/three-ds-wishes.ts'
import { ORIGINAL_TYPES } from '#domain/transaction-type.ts'
import { changeTerminal, createTerminal, showTerminal, showTerminals } from '#flows/admin/terminals.ts'
import {
  Activity,
  Country,
  Currency,
  Instant,
  ListOf,
  ListQuery,
  MerchantUrl,
  Name,
  nullableList,
} from '#interface/types.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { answer, get, patch, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { MerchantParams } from './merchants.ts'

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

const AcquirerFields = Type.Object({
  acquirer_bin: Type.String({ minLength: 1, maxLength: 11, pattern: '^[0-9A-Za-z]*$' }),
  acquirer_merchant_id: Ascii(35),
})

const AcquirerByNetwork = Type.Unsafe<{ readonly [Network in Brand]?: Static<typeof AcquirerFields> }>({
  type: 'object',
  propertyNames: { enum: BRANDS },
  additionalProperties: AcquirerFields,
  description: 'Networks with different acquirer numbers.',
})

const ThreeDs = Type.Object(
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
)

export type ThreeDsBody = Static<typeof ThreeDs>

const NullableThreeDs = Type.Unsafe<ThreeDsBody | null>({ ...ThreeDs, type: ['object', 'null'] })

export const AllowedOrigins = nullableList(Type.Array(Origin, { maxItems: 100 }))

const Exemptions = Type.Array(Type.Enum([...EXEMPTIONS]), {
  maxItems: EXEMPTIONS.length,
  description: 'Exemptions from authentication that the acquirer permits.',
})

const TerminalSettings = {
  currencies: Type.Optional(nullableList(Type.Array(Currency, { maxItems: 200 }))),
  transaction_types: Type.Optional(nullableList(TransactionTypes)),
  payment_methods: Type.Optional(nullableList(PaymentMethods)),
  provider_accounts: Type.Optional(nullableList(Names)),
  allowed_origins: Type.Optional(AllowedOrigins),
  allow_unauthenticated: Type.Optional(Type.Boolean()),
  exemptions: Type.Optional(Exemptions),
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
    exemptions: Exemptions,
    card_testing_limit: CardTestingLimit,
    three_ds: NullableThreeDs,
    created_at: Instant,
  },
  { title: 'Terminal' },
)

const TerminalList = ListOf(TerminalAnswer)

export const TerminalParams = Type.Object({ id: Type.String({ description: 'Terminal id.' }) })

export function terminalView(terminal: TerminalRecord) {
  const { cardTestingLimit: limit } = terminal
  return {
    terminal_id: terminal.terminalId,
    merchant_id: terminal.merchantId,
    name: terminal.name,
    status: terminal.status,
    accepts_payments: terminal.acceptsPayments,
    currencies: terminal.currencies,
    transaction_types: terminal.transactionTypes,
    payment_methods: terminal.paymentMethods,
    provider_accounts: terminal.providerAccounts,
    allowed_origins: terminal.allowedOrigins,
    allow_unauthenticated: terminal.allowUnauthenticated,
    exemptions: terminal.exemptions,
    card_testing_limit:
      limit === null || limit === 'off' ? null : { cards: limit.cards, window_seconds: limit.windowSeconds },
    three_ds: terminal.threeDs && requestorView(terminal.threeDs),
    created_at: terminal.createdAt.toISOString(),
  }
}

export function requestorView({ url, merchantName, merchantCategoryCode, merchantCountry, ...requestor }: Requestor) {
  const networks = Object.entries(requestor.acquirerByNetwork)
  return {
    requestor_url: url,
    merchant_name: merchantName,
    merchant_category_code: merchantCategoryCode,
    merchant_country: merchantCountry,
    ...acquirerView(requestor.acquirer),
    networks: Object.fromEntries(networks.map(([network, acquirer]) => [network, acquirerView(acquirer)])),
  }
}

function acquirerView({ bin, merchantId }: Acquirer) {
  return { acquirer_bin: bin, acquirer_merchant_id: merchantId }
}

const ADMIN = { guard: 'operator', tag: 'Admin: terminals' } as const

export const createTerminalRoute = post('/admin/merchants/:id/terminals', {
  ...ADMIN,
  operation: 'adminCreateTerminal',
  summary: 'Create a terminal',
  params: MerchantParams,
  body: CreateTerminalBody,
  answers: { 201: TerminalAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const wanted = { ...changesOf(body), name: body.name }
    return answer(terminalView(await createTerminal(gateway, actor, params.id, wanted)), 201)
  },
})

export const listTerminalsRoute = get('/admin/merchants/:id/terminals', {
  ...ADMIN,
  operation: 'adminListTerminals',
  summary: 'List the terminals of a merchant',
  params: MerchantParams,
  query: ListQuery,
  answers: { 200: TerminalList },
  handle: async (gateway, { params, query }) => {
    const page = await showTerminals(gateway, params.id, positionOf(query), limitOf(query))
    return answer(listView(page, terminalView))
  },
})

export const showTerminalRoute = get('/admin/terminals/:id', {
  ...ADMIN,
  operation: 'adminShowTerminal',
  summary: 'Show a terminal',
  params: TerminalParams,
  answers: { 200: TerminalAnswer },
  handle: async (gateway, { params }) => answer(terminalView(await showTerminal(gateway, params.id))),
})

export const changeTerminalRoute = patch('/admin/terminals/:id', {
  ...ADMIN,
  operation: 'adminChangeTerminal',
  summary: 'Update a terminal',
  params: TerminalParams,
  body: ChangeTerminalBody,
  answers: { 200: TerminalAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const wanted = { ...changesOf(body), name: body.name, status: body.status }
    return answer(terminalView(await changeTerminal(gateway, actor, params.id, wanted)))
  },
})

function changesOf(body: Omit<Static<typeof CreateTerminalBody>, 'name'>) {
  return {
    currencies: body.currencies,
    transactionTypes: body.transaction_types,
    paymentMethods: body.payment_methods,
    providerAccounts: body.provider_accounts,
    allowedOrigins: body.allowed_origins,
    allowUnauthenticated: body.allow_unauthenticated,
    exemptions: body.exemptions,
    acceptsPayments: body.accepts_payments,
    cardTestingLimit: limitSettingOf(body.card_testing_limit),
    threeDs: body.three_ds && requestorOf(body.three_ds),
  }
}

/** Turns null into no limit; an absent field keeps the setting. */
function limitSettingOf(
  limit: Static<typeof CreateTerminalBody>['card_testing_limit'],
): CardTestingSetting | undefined {
  if (!limit) return limit === null ? 'off' : undefined
  return { cards: limit.cards, windowSeconds: limit.window_seconds }
}

function requestorOf(body: ThreeDsBody): Requestor {
  const networks = Object.entries(body.networks ?? {})
  return {
    url: body.requestor_url,
    merchantName: body.merchant_name,
    merchantCategoryCode: body.merchant_category_code,
    merchantCountry: body.merchant_country,
    acquirer: acquirerOf(body),
    acquirerByNetwork: Object.fromEntries(networks.map(([network, acquirer]) => [network, acquirerOf(acquirer)])),
  }
}

function acquirerOf(body: Pick<ThreeDsBody, 'acquirer_bin' | 'acquirer_merchant_id'>): Acquirer {
  return { bin: body.acquirer_bin, merchantId: body.acquirer_merchant_id }
}
