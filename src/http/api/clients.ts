import { type Static, Type } from 'typebox'
import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import {
  type ApiClient,
  changeClient,
  createClient,
  type IssuedClient,
  rotateSecret,
  showClient,
  showClients,
} from '#flows/clients/index.ts'
import type { Reach } from '#flows/clients/reach.ts'
import { CLIENT_PERMISSIONS } from '#identity/permissions.ts'
import { Instant, ListOf, ListQuery, Name, NullableString, nullable, nullableList } from '#interface/types.ts'
import { answer, get, patch, post } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

const PermissionName = Type.Enum([...CLIENT_PERMISSIONS])

const Permissions = Type.Array(PermissionName, {
  maxItems: CLIENT_PERMISSIONS.length,
  description: 'Permissions of the client; see the table of permissions.',
  examples: [['payments.create', 'payments.read']],
})

const Terminals = nullableList(
  Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
    minItems: 1,
    maxItems: 100,
    description: 'The only terminals it may use and see; null for all.',
  }),
)

const Addresses = nullableList(
  Type.Array(Type.String({ maxLength: 60, format: 'network' }), {
    minItems: 1,
    maxItems: 50,
    description: 'Addresses and networks, IPv4 and IPv6, that it may call from; null for any.',
    examples: [['203.0.113.7', '2001:db8::/32']],
  }),
)

const Expiry = nullable(Type.String({ format: 'date-time', description: 'It stops working then; null for never.' }))

const Status = Type.Enum(['ACTIVE', 'DISABLED'])

/** Up to 30 days. */
export const OverlapSeconds = Type.Integer({
  minimum: 0,
  maximum: 2_592_000,
  description: 'How long the previous secret works too.',
})

const limits = {
  terminal_ids: Type.Optional(Terminals),
  allowed_addresses: Type.Optional(Addresses),
  expires_at: Type.Optional(Expiry),
}

export const ClientBody = Type.Object({
  name: Name,
  permissions: Permissions,
  ...limits,
  external_client_id: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Its ID at the external identity provider, if that issues your tokens.',
      }),
    ),
  ),
})

const ClientChangeBody = Type.Object({
  name: Type.Optional(Name),
  permissions: Type.Optional(Permissions),
  ...limits,
  status: Type.Optional(Status),
  include_created: Type.Optional(
    Type.Boolean({
      description: 'With `DISABLED`: disables the clients that it created too, and those that these created.',
    }),
  ),
})

const RotateClientSecretBody = Type.Object({
  overlap_seconds: Type.Optional(Type.Integer({ ...OverlapSeconds, default: OVERLAP_SECONDS })),
})

const fields = {
  client_id: Type.String(),
  name: nullable(Type.String({ description: 'Null for the client that came with the merchant.' })),
  permissions: nullableList(
    Type.Array(PermissionName, {
      description: 'Null for the client that came with the merchant, which may do everything.',
    }),
  ),
  terminal_ids: Terminals,
  allowed_addresses: Addresses,
  expires_at: Expiry,
  status: Status,
  created_by: nullable(Type.String({ description: 'Client that created it; null if a user or an operator did.' })),
  created_at: Instant,
  secret_created_at: Instant,
  previous_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'Until this time the previous secret works too.' }),
  ),
  last_used_at: nullable(Instant),
  last_used_address: NullableString,
}

export const ClientRecord = Type.Object(fields, { title: 'Merchant client' })

const IssuedClientRecord = Type.Object(
  {
    ...fields,
    client_secret: Type.Optional(
      Type.String({ description: 'You will not see it again. Absent if an external identity provider has it.' }),
    ),
  },
  { title: 'Issued API client' },
)

const ClientList = ListOf(ClientRecord)

const ClientParams = Type.Object({ id: Type.String({ description: 'Client ID.' }) })

function clientView(client: ApiClient) {
  return {
    client_id: client.id,
    name: client.name,
    permissions: client.permissions,
    terminal_ids: client.terminalIds,
    allowed_addresses: client.allowedAddresses,
    expires_at: client.expiresAt?.toISOString() ?? null,
    status: client.status,
    created_by: client.createdBy,
    created_at: client.createdAt.toISOString(),
    secret_created_at: client.secretCreatedAt.toISOString(),
    previous_secret_until: client.previousSecretUntil?.toISOString() ?? null,
    last_used_at: client.lastUsedAt?.toISOString() ?? null,
    last_used_address: client.lastUsedAddress,
  }
}

/** Shows the secret, on creation and rotation only. */
export function issuedClientView({ client, credential }: IssuedClient, reach: Reach) {
  return { ...clientView(client), ...(credential && { client_secret: credential.revealTo(reach).reveal() }) }
}

export function wantedClientOf(body: Static<typeof ClientBody>) {
  const { name, permissions, external_client_id: externalClientId } = body
  return { ...limitsOf(body), name, permissions, externalClientId }
}

function clientChangeOf({ name, permissions, status, ...body }: Static<typeof ClientChangeBody>) {
  return { ...limitsOf(body), name, permissions, status, includeCreated: body.include_created }
}

function limitsOf(body: Pick<Static<typeof ClientChangeBody>, keyof typeof limits>) {
  const { terminal_ids: terminalIds, allowed_addresses: allowedAddresses, expires_at: at } = body
  return { terminalIds, allowedAddresses, expiresAt: typeof at === 'string' ? new Date(at) : at }
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
    const issued = await createClient(gateway, manager, caller.merchantId, wantedClientOf(body))
    return answer(issuedClientView(issued, manager.reach), 201)
  },
})

export const listClientsRoute = get('/api/clients', {
  ...CLIENTS,
  permission: 'keys.read',
  operation: 'listClients',
  summary: 'List your API clients',
  query: ListQuery,
  answers: { 200: ClientList },
  handle: async (gateway, { caller, query }) => {
    const page = await showClients(gateway, caller.merchantId, positionOf(query), limitOf(query))
    return answer(listView(page, clientView))
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
    answer(clientView(await showClient(gateway, caller.merchantId, params.id))),
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
    const changed = await changeClient(gateway, manager, caller.merchantId, params.id, clientChangeOf(body))
    return answer(clientView(changed))
  },
})

export const rotateClientRoute = post('/api/clients/:id/rotate-secret', {
  ...CLIENTS,
  permission: 'keys.rotate',
  operation: 'rotateClientSecret',
  summary: 'Rotate the secret of an API client',
  description: 'Both secrets work for `overlap_seconds`.',
  params: ClientParams,
  body: RotateClientSecretBody,
  bodyIsOptional: true,
  answers: { 200: IssuedClientRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const manager = { actor, reach: caller.limits ?? null }
    const issued = await rotateSecret(gateway, manager, caller.merchantId, params.id, body.overlap_seconds)
    return answer(issuedClientView(issued, manager.reach))
  },
})
