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
import { ListOf, ListQuery } from '#interface/types.ts'
import { answer, get, patch, post } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

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
  answers: { 200: ListOf(ClientRecord) },
  handle: async (gateway, { caller, query }) => {
    const page = await showClients(gateway, caller.merchantId, positionOf(query), limitOf(query))
    return answer(listView(page, ClientRecord.of))
  },
})

export const showClientRoute = get('/api/clients/:id', {
  ...CLIENTS,
  permission: 'keys.read',
  operation: 'showClient',
  summary: 'Show an API client',
  params: ClientParams,
  answers: { 200: ClientRecord },
  handle: async (gateway, { caller, params }) =>
    answer(ClientRecord.of(await showClient(gateway, caller.merchantId, params.id))),
})

export const changeClientRoute = patch('/api/clients/:id', {
  ...CLIENTS,
  permission: 'keys.rotate',
  operation: 'changeClient',
  summary: 'Update or disable an API client',
  description: 'Applies to every call that begins after the response.',
  params: ClientParams,
  body: ClientChangeBody,
  answers: { 200: ClientRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const manager = { actor, reach: caller.limits ?? null }
    const changed = await changeClient(
      gateway,
      manager,
      caller.merchantId,
      params.id,
      readGiven(ClientChangeBody, body),
    )
    return answer(ClientRecord.of(changed))
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
