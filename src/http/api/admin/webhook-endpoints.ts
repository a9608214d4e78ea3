import { createWebhookEndpointAs, showWebhookEndpoints } from '#flows/admin/webhook-endpoints.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { ListQuery } from '../common/types.ts'
import { issuedWebhookEndpointView, webhookEndpointView } from '../events.ts'
import { IssuedWebhookEndpointRecord, WebhookEndpointBody, WebhookEndpointList } from '../webhook-endpoints.ts'
import { MerchantParams } from './merchants.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: webhook endpoints', params: MerchantParams } as const

export const createMerchantWebhookEndpointRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/webhook-endpoints',
  operation: 'adminCreateWebhookEndpoint',
  summary: 'Create a webhook endpoint of a merchant',
  body: WebhookEndpointBody,
  answers: { 201: IssuedWebhookEndpointRecord },
  handle: async (gateway, { actor, params, body }) => {
    const endpoint = { url: body.url, terminalId: body.terminal_id ?? null, eventTypes: body.event_types ?? null }
    const issued = await createWebhookEndpointAs(gateway, actor, params.id, endpoint)
    return { status: 201, json: issuedWebhookEndpointView(issued) }
  },
})

export const listMerchantWebhookEndpointsRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants/:id/webhook-endpoints',
  operation: 'adminListWebhookEndpoints',
  summary: 'List the webhook endpoints of a merchant',
  query: ListQuery,
  answers: { 200: WebhookEndpointList },
  handle: async (gateway, { params, query }) => {
    const page = await showWebhookEndpoints(gateway, params.id, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, webhookEndpointView) }
  },
})
