import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listMerchantWebhookEndpoints,
  removeWebhookEndpoint,
  rotateSecret,
  showWebhookEndpoint,
} from '#flows/webhook-endpoints/index.ts'
import { testWebhookEndpoint } from '#flows/webhook-endpoints/test-endpoint.ts'
import { Instant, ListOf, ListQuery, MerchantUrl, NullableString, nullable } from '#interface/types.ts'
import { answer, del, get, patch, post } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { EventRecord, eventView, issuedWebhookEndpointView, webhookEndpointView } from './events.ts'

const TerminalOrAll = nullable(
  Type.String({ maxLength: 20, description: 'Only events of this terminal; null for all terminals.' }),
)

const Status = Type.Enum(['ACTIVE', 'DISABLED'])

const EventTypes = Type.Array(Type.Enum([...EVENT_TYPES]), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description: 'Event types. Default: `transaction.processed`.',
})

export const WebhookEndpointBody = Type.Object({
  url: MerchantUrl,
  terminal_id: Type.Optional(TerminalOrAll),
  event_types: Type.Optional(EventTypes),
})

export type WebhookEndpointBody = Static<typeof WebhookEndpointBody>

export const WebhookEndpointChangeBody = Type.Object({
  url: Type.Optional(MerchantUrl),
  terminal_id: Type.Optional(TerminalOrAll),
  status: Type.Optional(Status),
  event_types: Type.Optional(EventTypes),
})

export type WebhookEndpointChangeBody = Static<typeof WebhookEndpointChangeBody>

const fields = {
  id: Type.String(),
  url: Type.String({ format: 'uri' }),
  terminal_id: NullableString,
  status: Status,
  event_types: EventTypes,
  secret_since: Instant,
  previous_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'Until this time the previous secret signs too.' }),
  ),
  created_at: Instant,
}

/** A webhook endpoint without its secret (docs/reference/events.md#webhook-endpoints). */
const WebhookEndpointRecord = Type.Object(fields, { title: 'Webhook endpoint' })

export const IssuedWebhookEndpointRecord = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: 'Verifies the signatures (Standard Webhooks). You will not see it again.' }),
  },
  { title: 'Issued webhook endpoint' },
)

export const WebhookEndpointList = ListOf(WebhookEndpointRecord)

const WebhookEndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint id.' }) })

const ENDPOINTS = { guard: 'merchant', tag: 'Webhook endpoints' } as const

export const createWebhookEndpointRoute = post('/api/webhook-endpoints', {
  ...ENDPOINTS,
  permission: 'webhooks.manage',
  operation: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description: 'The response contains the secret that verifies the signatures; you will not see it again.',
  body: WebhookEndpointBody,
  answers: { 201: IssuedWebhookEndpointRecord },
  handle: async (gateway, { caller, actor, body }) => {
    const endpoint = { url: body.url, terminalId: body.terminal_id ?? null, eventTypes: body.event_types ?? null }
    const issued = await createWebhookEndpoint(gateway, actor, caller.merchantId, endpoint)
    return answer(issuedWebhookEndpointView(issued), 201)
  },
})

export const listWebhookEndpointsRoute = get('/api/webhook-endpoints', {
  ...ENDPOINTS,
  permission: 'webhooks.read',
  operation: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  query: ListQuery,
  answers: { 200: WebhookEndpointList },
  handle: async (gateway, { caller, query }) => {
    const after = positionOf(query)
    const page = await listMerchantWebhookEndpoints(gateway, caller.merchantId, after, limitOf(query))
    return answer(listView(page, webhookEndpointView))
  },
})

export const showWebhookEndpointRoute = get('/api/webhook-endpoints/:id', {
  ...ENDPOINTS,
  permission: 'webhooks.read',
  operation: 'showWebhookEndpoint',
  summary: 'Show a webhook endpoint',
  params: WebhookEndpointParams,
  answers: { 200: WebhookEndpointRecord },
  handle: async (gateway, { caller, params }) =>
    answer(webhookEndpointView(await showWebhookEndpoint(gateway, caller.merchantId, params.id))),
})

export const changeWebhookEndpointRoute = patch('/api/webhook-endpoints/:id', {
  ...ENDPOINTS,
  permission: 'webhooks.manage',
  operation: 'changeWebhookEndpoint',
  summary: 'Update a webhook endpoint',
  description: 'Disabling an endpoint fails its pending deliveries; you can redeliver them.',
  params: WebhookEndpointParams,
  body: WebhookEndpointChangeBody,
  answers: { 200: WebhookEndpointRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const change = { url: body.url, status: body.status, terminalId: body.terminal_id, eventTypes: body.event_types }
    const changed = await changeWebhookEndpoint(gateway, actor, caller.merchantId, params.id, change)
    return answer(webhookEndpointView(changed))
  },
})

export const removeWebhookEndpointRoute = del('/api/webhook-endpoints/:id', {
  ...ENDPOINTS,
  permission: 'webhooks.manage',
  operation: 'deleteWebhookEndpoint',
  summary: 'Remove a webhook endpoint',
  params: WebhookEndpointParams,
  handle: async (gateway, { caller, actor, params }) => {
    await removeWebhookEndpoint(gateway, actor, caller.merchantId, params.id)
    return { status: 204 }
  },
})

export const rotateWebhookSecretRoute = post('/api/webhook-endpoints/:id/rotate-secret', {
  ...ENDPOINTS,
  permission: 'webhooks.manage',
  operation: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'For 24 hours every webhook has two signatures, by the new and the previous secret. Rotating again in ' +
    'that time drops the oldest. With an `Idempotency-Key`, a retry returns a lost response again.',
  params: WebhookEndpointParams,
  answers: { 200: IssuedWebhookEndpointRecord },
  handle: async (gateway, { caller, actor, params }) => {
    const issued = await rotateSecret(gateway, actor, caller.merchantId, params.id)
    return answer(issuedWebhookEndpointView(issued))
  },
})

export const testWebhookEndpointRoute = post('/api/webhook-endpoints/:id/test', {
  ...ENDPOINTS,
  permission: 'webhooks.manage',
  operation: 'testWebhookEndpoint',
  summary: 'Send a test event to a webhook endpoint',
  description: 'Sends `endpoint.test`, signed and retried like other events; see its deliveries for the result.',
  params: WebhookEndpointParams,
  answers: { 201: EventRecord },
  handle: async (gateway, { caller, actor, params }) => {
    const event = await testWebhookEndpoint(gateway, actor, caller.merchantId, params.id)
    return answer(eventView(event), 201)
  },
})
