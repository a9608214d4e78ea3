import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listMerchantWebhookEndpoints,
  removeWebhookEndpoint,
  rotateSecret,
  showWebhookEndpoint,
} from '#flows/webhook-endpoints/index.ts'
import {
  IssuedWebhookEndpointRecord,
  WebhookEndpointBody,
  WebhookEndpointChangeBody,
  WebhookEndpointList,
  WebhookEndpointListQuery,
  WebhookEndpointParams,
  WebhookEndpointRecord,
} from '../contract/webhook-endpoints.ts'
import { route } from '../route.ts'
import { issuedWebhookEndpointView, webhookEndpointView } from '../views/events.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

export const createWebhookEndpointRoute = route({
  method: 'POST',
  path: '/api/webhook-endpoints',
  guard: 'merchant',
  tag: 'Webhook endpoints',
  summary: 'Register a webhook endpoint',
  description: 'The answer holds the secret that verifies the signatures; it is not shown again.',
  body: WebhookEndpointBody,
  answers: { 201: IssuedWebhookEndpointRecord },
  handle: async (gateway, { caller, body }) => {
    const endpoint = { url: body.url, terminalId: body.terminal_id ?? null }
    const issued = await createWebhookEndpoint(gateway, caller.merchantId, endpoint)
    return { status: 201, json: issuedWebhookEndpointView(issued) }
  },
})

export const listWebhookEndpointsRoute = route({
  method: 'GET',
  path: '/api/webhook-endpoints',
  guard: 'merchant',
  tag: 'Webhook endpoints',
  summary: 'List webhook endpoints',
  query: WebhookEndpointListQuery,
  answers: { 200: WebhookEndpointList },
  handle: async (gateway, { caller, query }) => {
    const after = positionOf(query)
    const page = await listMerchantWebhookEndpoints(gateway, caller.merchantId, after, limitOf(query))
    return { status: 200, json: listView(page, webhookEndpointView) }
  },
})

export const showWebhookEndpointRoute = route({
  method: 'GET',
  path: '/api/webhook-endpoints/:id',
  guard: 'merchant',
  tag: 'Webhook endpoints',
  summary: 'Show a webhook endpoint',
  params: WebhookEndpointParams,
  answers: { 200: WebhookEndpointRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: webhookEndpointView(await showWebhookEndpoint(gateway, caller.merchantId, params.id)) }
  },
})

export const changeWebhookEndpointRoute = route({
  method: 'PATCH',
  path: '/api/webhook-endpoints/:id',
  guard: 'merchant',
  tag: 'Webhook endpoints',
  summary: 'Change a webhook endpoint',
  description: 'Deliveries that still wait for an endpoint when it is disabled fail; redeliver them by hand.',
  params: WebhookEndpointParams,
  body: WebhookEndpointChangeBody,
  answers: { 200: WebhookEndpointRecord },
  handle: async (gateway, { caller, params, body }) => {
    const change = { url: body.url, status: body.status, terminalId: body.terminal_id }
    const changed = await changeWebhookEndpoint(gateway, caller.merchantId, params.id, change)
    return { status: 200, json: webhookEndpointView(changed) }
  },
})

export const removeWebhookEndpointRoute = route({
  method: 'DELETE',
  path: '/api/webhook-endpoints/:id',
  guard: 'merchant',
  tag: 'Webhook endpoints',
  summary: 'Remove a webhook endpoint',
  params: WebhookEndpointParams,
  handle: async (gateway, { caller, params }) => {
    await removeWebhookEndpoint(gateway, caller.merchantId, params.id)
    return { status: 204 }
  },
})

export const rotateWebhookSecretRoute = route({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/rotate-secret',
  guard: 'merchant',
  tag: 'Webhook endpoints',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'For 24 hours every webhook carries two signatures, by the new secret and by the one before it; rotated again in ' +
    'that time, it leaves the oldest out. With an `Idempotency-Key` an answer that got lost can be had once more.',
  params: WebhookEndpointParams,
  answers: { 200: IssuedWebhookEndpointRecord },
  handle: async (gateway, { caller, params }) => {
    const issued = await rotateSecret(gateway, caller.merchantId, params.id)
    return { status: 200, json: issuedWebhookEndpointView(issued) }
  },
})
