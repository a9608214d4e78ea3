import type { Static } from 'typebox'
import {
  changeMerchant,
  createMerchant,
  rotateEncryptionKey,
  rotateMerchantSecret,
  showMerchant,
  showMerchants,
} from '#flows/admin/merchants.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import {
  ChangeMerchantBody,
  CreateMerchantBody,
  ListQuery,
  MerchantAnswer,
  MerchantList,
  MerchantParams,
  PublicKeyAnswer,
  SecretAnswer,
} from './schemas.ts'
import { merchantView, merchantWithAccessView } from './views.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: merchants' } as const

export const createMerchantRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants',
  operation: 'adminCreateMerchant',
  summary: 'Create a merchant',
  body: CreateMerchantBody,
  answers: { 201: MerchantAnswer },
  handle: async (gateway, { actor, body }) => {
    const created = await createMerchant(gateway, actor, { ...changesOf(body), name: body.name })
    const secret = created.clientSecret && { client_secret: created.clientSecret.reveal() }
    return { status: 201, json: { ...merchantWithAccessView(created), ...secret } }
  },
})

export const listMerchantsRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants',
  operation: 'adminListMerchants',
  summary: 'List merchants',
  query: ListQuery,
  answers: { 200: MerchantList },
  handle: async (gateway, { query }) => {
    const page = await showMerchants(gateway, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, merchantView) }
  },
})

export const showMerchantRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants/:id',
  operation: 'adminShowMerchant',
  summary: 'Show a merchant',
  params: MerchantParams,
  answers: { 200: MerchantAnswer },
  handle: async (gateway, { params }) => {
    return { status: 200, json: merchantWithAccessView(await showMerchant(gateway, params.id)) }
  },
})

export const changeMerchantRoute = route({
  ...ADMIN,
  method: 'PATCH',
  path: '/admin/merchants/:id',
  operation: 'adminChangeMerchant',
  summary: 'Update a merchant',
  params: MerchantParams,
  body: ChangeMerchantBody,
  answers: { 200: MerchantAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const { name, status } = body
    const changed = await changeMerchant(gateway, actor, params.id, { ...changesOf(body), name, status })
    return { status: 200, json: merchantWithAccessView(changed) }
  },
})

export const rotateClientSecretRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/rotate-client-secret',
  operation: 'adminRotateClientSecret',
  summary: 'Rotate the client secret of a merchant',
  params: MerchantParams,
  answers: { 200: SecretAnswer },
  handle: async (gateway, { actor, params }) => {
    const { clientId, clientSecret } = await rotateMerchantSecret(gateway, actor, params.id)
    return { status: 200, json: { client_id: clientId, client_secret: clientSecret.reveal() } }
  },
})

export const rotateEncryptionKeyRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/rotate-encryption-key',
  operation: 'adminRotateEncryptionKey',
  summary: 'Rotate the card-field key pair of a merchant',
  params: MerchantParams,
  answers: { 200: PublicKeyAnswer },
  handle: async (gateway, { actor, params }) => {
    return { status: 200, json: { public_key: await rotateEncryptionKey(gateway, actor, params.id) } }
  },
})

/** What an operator may set, in the flow's terms. */
export function changesOf(body: Omit<Static<typeof CreateMerchantBody>, 'name'>) {
  return {
    country: body.country,
    timeZone: body.time_zone,
    tokenizationEnabled: body.tokenization_enabled,
    settlementCurrency: body.settlement_currency,
    exchangeRates: body.exchange_rates,
    externalClientIds: body.external_client_ids,
  }
}
