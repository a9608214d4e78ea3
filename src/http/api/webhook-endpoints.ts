import { subscribedTypes } from '#domain/event-types.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type IssuedWebhookEndpoint,
  removeWebhookEndpoint,
  rotateSecret,
  showWebhookEndpoint,
  showWebhookEndpoints,
  type WebhookEndpoint,
} from '#flows/webhook-endpoints/index.ts'
import { testWebhookEndpoint } from '#flows/webhook-endpoints/test-endpoint.ts'
import { readBody, readGiven } from '#interface/read.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import {
  IssuedWebhookEndpointRecord,
  WebhookEndpointBody,
  WebhookEndpointChangeBody,
  WebhookEndpointParams,
  WebhookEndpointRecord,
} from '#interface/webhook-endpoint.ts'
import { answer, del, done, get, patch, post } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { EventRecord, eventView } from './events.ts'

function endpointView(endpoint: WebhookEndpoint) {
  return WebhookEndpointRecord.of({ ...endpoint, eventTypes: subscribedTypes(endpoint.eventTypes) })
}

/** Shows the secret, on creation and rotation only. */
function issuedView({ endpoint, secret }: IssuedWebhookEndpoint) {
  const eventTypes = subscribedTypes(endpoint.eventTypes)
  return IssuedWebhookEndpointRecord.of({ ...endpoint, eventTypes, secret: secret.reveal() })
}

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
    const endpoint = readBody(WebhookEndpointBody, body)
    return answer(issuedView(await createWebhookEndpoint(gateway, actor, caller.merchantId, endpoint)), 201)
  },
})

export const listWebhookEndpointsRoute = get('/api/webhook-endpoints', {
  ...ENDPOINTS,
  permission: 'webhooks.read',
  operation: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  query: ListQuery,
  answers: { 200: ListOf(WebhookEndpointRecord) },
  handle: async (gateway, { caller, query }) => {
    const page = await showWebhookEndpoints(gateway, caller.merchantId, positionOf(query), limitOf(query))
    return answer(listView(page, endpointView))
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
    answer(endpointView(await showWebhookEndpoint(gateway, caller.merchantId, params.id))),
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
    const change = readGiven(WebhookEndpointChangeBody, body)
    const changed = await changeWebhookEndpoint(gateway, actor, caller.merchantId, params.id, change)
    return answer(endpointView(changed))
  },
})

export const removeWebhookEndpointRoute = del('/api/webhook-endpoints/:id', {
  ...ENDPOINTS,
  permission: 'webhooks.manage',
  operation: 'deleteWebhookEndpoint',
  summary: 'Remove a webhook endpoint',
  params: WebhookEndpointParams,
  handle: (gateway, { caller, actor, params }) =>
    done(removeWebhookEndpoint(gateway, actor, caller.merchantId, params.id)),
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
  handle: async (gateway, { caller, actor, params }) =>
    answer(issuedView(await rotateSecret(gateway, actor, caller.merchantId, params.id))),
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
