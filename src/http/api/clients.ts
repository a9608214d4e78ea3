import {
  changeClient,
  createClient,
  type IssuedClient,
  rotateSecret,
  showClient,
  showClients,
} from '#flows/clients/index.ts'
import type { Reach } from '#flows/clients/reach.ts'
import {
  ClientBody,
  ClientChangeBody,
  ClientParams,
  ClientRecord,
  ClientSecretRotationBody,
  IssuedClientRecord,
} from '#interface/client.ts'
import { readGiven } from '#interface/read.ts'
import { ListQuery } from '#interface/types.ts'
import { answer, get, patch, post } from '../route.ts'
import { limitOf, positionOf } from './common/paging.ts'

/** Shows the secret, on creation and rotation only. */
export function issuedView({ client, credential }: IssuedClient, reach: Reach) {
  return IssuedClientRecord.of({ ...client, clientSecret: credential?.revealTo(reach).reveal() })
}

const CLIENTS = { guard: 'merchant', tag: 'API clients' } as const

export const createClientRoute = post('/api/clients', {
  ...CLIENTS,
  permission: 'keys.rotate',
  operation: 'createClient',
  summary: 'Create an API client',
  description: 'The response contains the secret; you will not see it again.',
  body: ClientBody,
  answers: { 201: IssuedClientRecord },
  handle: async (gateway, { caller, actor, body }) => {
    const manager = { actor, reach: caller.limits ?? null }
    const issued = await createClient(gateway, manager, caller.merchantId, readGiven(ClientBody, body))
    return answer(issuedView(issued, manager.reach), 201)
  },
})

export const listClientsRoute = get('/api/clients', {
  ...CLIENTS,
  permission: 'keys.read',
  operation: 'listClients',
  summary: 'List your API clients',
  query: ListQuery,
  lists: ClientRecord,
  handle: (gateway, { caller, query }) => showClients(gateway, caller.merchantId, positionOf(query), limitOf(query)),
})

export const showClientRoute = get('/api/clients/:id', {
  ...CLIENTS,
  permission: 'keys.read',
  operation: 'showClient',
  summary: 'Show an API client',
  params: ClientParams,
  shows: ClientRecord,
  handle: (gateway, { caller, params }) => showClient(gateway, caller.merchantId, params.id),
})

export const changeClientRoute = patch('/api/clients/:id', {
  ...CLIENTS,
  permission: 'keys.rotate',
  operation: 'changeClient',
  summary: 'Update or disable an API client',
  description: 'Applies to every call that begins after the response.',
  params: ClientParams,
  body: ClientChangeBody,
  shows: ClientRecord,
  handle: async (gateway, { caller, actor, params, body }) => {
    const manager = { actor, reach: caller.limits ?? null }
    return changeClient(gateway, manager, caller.merchantId, params.id, readGiven(ClientChangeBody, body))
  },
})

export const rotateClientRoute = post('/api/clients/:id/rotate-secret', {
  ...CLIENTS,
  permission: 'keys.rotate',
  operation: 'rotateClientSecret',
  summary: 'Rotate the secret of an API client',
  description: 'Both secrets work for `overlap_seconds`.',
  params: ClientParams,
  body: ClientSecretRotationBody,
  bodyIsOptional: true,
  answers: { 200: IssuedClientRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const manager = { actor, reach: caller.limits ?? null }
    const issued = await rotateSecret(gateway, manager, caller.merchantId, params.id, body.overlap_seconds)
    return answer(issuedView(issued, manager.reach))
  },
})
