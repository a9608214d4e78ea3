import {
  changeMerchant,
  createMerchant,
  rotateEncryptionKey,
  showMerchant,
  showMerchants,
} from '#flows/admin/merchants.ts'
import { rotateFirstSecret } from '#flows/clients/index.ts'
import {
  MerchantBody,
  MerchantChangeBody,
  MerchantParams,
  MerchantPublicKey,
  MerchantRecord,
  MerchantSecret,
  MerchantSecretRotationBody,
} from '#interface/merchant.ts'
import { readGiven } from '#interface/read.ts'
import { ListQuery } from '#interface/types.ts'
import { answer, get, patch, post } from '../../route.ts'
import { issuedView } from '../clients.ts'
import { limitOf, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: merchants' } as const

export const createMerchantRoute = post('/admin/merchants', {
  ...ADMIN,
  operation: 'adminCreateMerchant',
  summary: 'Create a merchant',
  body: MerchantBody,
  creates: MerchantRecord,
  handle: async (gateway, { actor, body }) => {
    const created = await createMerchant(gateway, actor, readGiven(MerchantBody, body))
    return { ...created, clientSecret: created.clientSecret?.reveal() }
  },
})

export const listMerchantsRoute = get('/admin/merchants', {
  ...ADMIN,
  operation: 'adminListMerchants',
  summary: 'List merchants',
  query: ListQuery,
  lists: MerchantRecord,
  handle: (gateway, { query }) => showMerchants(gateway, positionOf(query), limitOf(query)),
})

export const showMerchantRoute = get('/admin/merchants/:id', {
  ...ADMIN,
  operation: 'adminShowMerchant',
  summary: 'Show a merchant',
  params: MerchantParams,
  shows: MerchantRecord,
  handle: (gateway, { params }) => showMerchant(gateway, params.id),
})

export const changeMerchantRoute = patch('/admin/merchants/:id', {
  ...ADMIN,
  operation: 'adminChangeMerchant',
  summary: 'Update a merchant',
  params: MerchantParams,
  body: MerchantChangeBody,
  shows: MerchantRecord,
  handle: (gateway, { actor, params, body }) =>
    changeMerchant(gateway, actor, params.id, readGiven(MerchantChangeBody, body)),
})

export const rotateClientSecretRoute = post('/admin/merchants/:id/rotate-client-secret', {
  ...ADMIN,
  operation: 'adminRotateClientSecret',
  summary: 'Rotate the client secret of a merchant',
  params: MerchantParams,
  description: 'The previous secret ends immediately unless `overlap_seconds` is given.',
  body: MerchantSecretRotationBody,
  bodyIsOptional: true,
  answers: { 200: MerchantSecret },
  handle: async (gateway, { actor, params, body }) => {
    const manager = { actor, reach: null }
    const issued = await rotateFirstSecret(gateway, manager, params.id, body.overlap_seconds ?? 0)
    const { client_id, client_secret } = issuedView(issued, null)
    return answer({ client_id, client_secret })
  },
})

export const rotateEncryptionKeyRoute = post('/admin/merchants/:id/rotate-encryption-key', {
  ...ADMIN,
  operation: 'adminRotateEncryptionKey',
  summary: 'Rotate the card-field key pair of a merchant',
  params: MerchantParams,
  answers: { 200: MerchantPublicKey },
  handle: async (gateway, { actor, params }) =>
    answer({ public_key: await rotateEncryptionKey(gateway, actor, params.id) }),
})
