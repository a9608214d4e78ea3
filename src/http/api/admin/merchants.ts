import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { MerchantWithAccess } from '#flows/admin/merchants.ts'
import {
  changeMerchant,
  createMerchant,
  rotateEncryptionKey,
  showMerchant,
  showMerchants,
} from '#flows/admin/merchants.ts'
import { rotateFirstSecret } from '#flows/clients/index.ts'
import {
  Activity,
  Country,
  Currency,
  Instant,
  ListOf,
  ListQuery,
  Name,
  NullableString,
  nullable,
} from '#interface/types.ts'
import { answer, get, patch, post } from '../../route.ts'
import { issuedClientView, OverlapSeconds } from '../clients.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'

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
  personal_data_days: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 3650,
      description: 'Days after which payments lose their personal data; null for never.',
    }),
  ),
}

export const CreateMerchantBody = Type.Object({ name: Name, ...MerchantSettings })

export const ChangeMerchantBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  ...MerchantSettings,
})

const MerchantAnswer = Type.Object(
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
    personal_data_days: Type.Union([Type.Integer(), Type.Null()]),
    client_id: Type.Optional(NullableString),
    client_secret: Type.Optional(Type.String({ description: 'Shown once.' })),
    client_key: Type.String(),
    public_key: Type.Optional(NullableString),
    created_at: Instant,
  },
  { title: 'Merchant' },
)

const MerchantList = ListOf(MerchantAnswer)

export const MerchantParams = Type.Object({ id: Type.String({ description: 'Merchant id.' }) })

const SecretAnswer = Type.Object({ client_id: Type.String(), client_secret: Type.String() }, { title: 'Client secret' })

const RotateMerchantSecretBody = Type.Object({
  overlap_seconds: Type.Optional(Type.Integer({ ...OverlapSeconds, default: 0 })),
})

const PublicKeyAnswer = Type.Object(
  { public_key: Type.String({ description: 'PEM, SPKI, RSA 2048.' }) },
  { title: 'Public key' },
)

function merchantView(merchant: Omit<MerchantWithAccess, 'clientId' | 'publicKey'>) {
  return {
    merchant_id: merchant.merchantId,
    name: merchant.name,
    country: merchant.country,
    time_zone: merchant.timeZone,
    status: merchant.status,
    tokenization_enabled: merchant.tokenizationEnabled,
    settlement_currency: merchant.settlementCurrency,
    exchange_rates: merchant.exchangeRates,
    external_client_ids: merchant.externalClientIds,
    personal_data_days: merchant.personalDataDays,
    client_key: merchant.clientKey,
    created_at: merchant.createdAt.toISOString(),
  }
}

function merchantWithAccessView(merchant: MerchantWithAccess) {
  return { ...merchantView(merchant), client_id: merchant.clientId, public_key: merchant.publicKey }
}

const ADMIN = { guard: 'operator', tag: 'Admin: merchants' } as const

export const createMerchantRoute = post('/admin/merchants', {
  ...ADMIN,
  operation: 'adminCreateMerchant',
  summary: 'Create a merchant',
  body: CreateMerchantBody,
  answers: { 201: MerchantAnswer },
  handle: async (gateway, { actor, body }) => {
    const created = await createMerchant(gateway, actor, { ...changesOf(body), name: body.name })
    const secret = created.clientSecret && { client_secret: created.clientSecret.reveal() }
    return answer({ ...merchantWithAccessView(created), ...secret }, 201)
  },
})

export const listMerchantsRoute = get('/admin/merchants', {
  ...ADMIN,
  operation: 'adminListMerchants',
  summary: 'List merchants',
  query: ListQuery,
  answers: { 200: MerchantList },
  handle: async (gateway, { query }) => {
    const page = await showMerchants(gateway, positionOf(query), limitOf(query))
    return answer(listView(page, merchantView))
  },
})

export const showMerchantRoute = get('/admin/merchants/:id', {
  ...ADMIN,
  operation: 'adminShowMerchant',
  summary: 'Show a merchant',
  params: MerchantParams,
  answers: { 200: MerchantAnswer },
  handle: async (gateway, { params }) => answer(merchantWithAccessView(await showMerchant(gateway, params.id))),
})

export const changeMerchantRoute = patch('/admin/merchants/:id', {
  ...ADMIN,
  operation: 'adminChangeMerchant',
  summary: 'Update a merchant',
  params: MerchantParams,
  body: ChangeMerchantBody,
  answers: { 200: MerchantAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const { name, status } = body
    const changed = await changeMerchant(gateway, actor, params.id, { ...changesOf(body), name, status })
    return answer(merchantWithAccessView(changed))
  },
})

export const rotateClientSecretRoute = post('/admin/merchants/:id/rotate-client-secret', {
  ...ADMIN,
  operation: 'adminRotateClientSecret',
  summary: 'Rotate the client secret of a merchant',
  params: MerchantParams,
  description: 'The previous secret ends immediately unless `overlap_seconds` is given.',
  body: RotateMerchantSecretBody,
  bodyIsOptional: true,
  answers: { 200: SecretAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const manager = { actor, reach: null }
    const issued = await rotateFirstSecret(gateway, manager, params.id, body.overlap_seconds ?? 0)
    const { client_id, client_secret } = issuedClientView(issued, null)
    return answer({ client_id, client_secret: client_secret! })
  },
})

export const rotateEncryptionKeyRoute = post('/admin/merchants/:id/rotate-encryption-key', {
  ...ADMIN,
  operation: 'adminRotateEncryptionKey',
  summary: 'Rotate the card-field key pair of a merchant',
  params: MerchantParams,
  answers: { 200: PublicKeyAnswer },
  handle: async (gateway, { actor, params }) =>
    answer({ public_key: await rotateEncryptionKey(gateway, actor, params.id) }),
})

export function changesOf(body: Omit<Static<typeof CreateMerchantBody>, 'name'>) {
  return {
    country: body.country,
    timeZone: body.time_zone,
    tokenizationEnabled: body.tokenization_enabled,
    settlementCurrency: body.settlement_currency,
    exchangeRates: body.exchange_rates,
    externalClientIds: body.external_client_ids,
    personalDataDays: body.personal_data_days,
  }
}
