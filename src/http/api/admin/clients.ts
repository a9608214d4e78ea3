import { Type } from 'typebox'
import { changeClient, createClient, rotateSecret, showClient, showClients } from '#flows/clients/index.ts'
import { route } from '../../route.ts'
import {
  ClientBody,
  ClientChangeBody,
  ClientList,
  ClientListQuery,
  ClientRecord,
  clientChangeOf,
  clientView,
  IssuedClientRecord,
  issuedClientView,
  RotateClientSecretBody,
  wantedClientOf,
} from '../clients.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { MerchantParams } from './merchants.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: merchants' } as const

const ClientParams = Type.Object({
  ...MerchantParams.properties,
  client_id: Type.String({ description: 'Client ID.' }),
})

export const createMerchantClientRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/clients',
  operation: 'adminCreateClient',
  summary: 'Create an API client of a merchant',
  params: MerchantParams,
  body: ClientBody,
  answers: { 201: IssuedClientRecord },
  handle: async (gateway, { actor, params, body }) => {
    const issued = await createClient(gateway, { actor, reach: null }, params.id, wantedClientOf(body))
    return { status: 201, json: issuedClientView(issued, null) }
  },
})

export const listMerchantClientsRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants/:id/clients',
  operation: 'adminListClients',
  summary: 'List the API clients of a merchant',
  params: MerchantParams,
  query: ClientListQuery,
  answers: { 200: ClientList },
  handle: async (gateway, { params, query }) => {
    const page = await showClients(gateway, params.id, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, clientView) }
  },
})

export const showMerchantClientRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants/:id/clients/:client_id',
  operation: 'adminShowClient',
  summary: 'Show an API client of a merchant',
  params: ClientParams,
  answers: { 200: ClientRecord },
  handle: async (gateway, { params }) => {
    return { status: 200, json: clientView(await showClient(gateway, params.id, params.client_id)) }
  },
})

export const changeMerchantClientRoute = route({
  ...ADMIN,
  method: 'PATCH',
  path: '/admin/merchants/:id/clients/:client_id',
  operation: 'adminChangeClient',
  summary: 'Update or disable an API client of a merchant',
  params: ClientParams,
  body: ClientChangeBody,
  answers: { 200: ClientRecord },
  handle: async (gateway, { actor, params, body }) => {
    const manager = { actor, reach: null }
    const changed = await changeClient(gateway, manager, params.id, params.client_id, clientChangeOf(body))
    return { status: 200, json: clientView(changed) }
  },
})

export const rotateMerchantClientRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/clients/:client_id/rotate-secret',
  operation: 'adminRotateMerchantClientSecret',
  summary: 'Rotate the secret of an API client of a merchant',
  params: ClientParams,
  body: RotateClientSecretBody,
  bodyIsOptional: true,
  answers: { 200: IssuedClientRecord },
  handle: async (gateway, { actor, params, body }) => {
    const manager = { actor, reach: null }
    const issued = await rotateSecret(gateway, manager, params.id, params.client_id, body.overlap_seconds)
    return { status: 200, json: issuedClientView(issued, null) }
  },
})
