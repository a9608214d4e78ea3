import { createWebhookEndpointAs, showWebhookEndpoints } from '#flows/admin/webhook-endpoints.ts'
import { ListQuery } from '#interface/types.ts'
import { answer, get, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { issuedWebhookEndpointView, webhookEndpointView } from '../events.ts'
import { IssuedWebhookEndpointRecord, WebhookEndpointBody, WebhookEndpointList } from '../webhook-endpoints.ts'
import { MerchantParams } from './merchants.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: webhook endpoints', params: MerchantParams } as const

export const createMerchantWebhookEndpointRoute = post('/admin/merchants/:id/webhook-endpoints', {
  ...ADMIN,
  operation: 'adminCreateWebhookEndpoint',
  summary: 'Create a webhook endpoint of a merchant',
  body: WebhookEndpointBody,
  answers: { 201: IssuedWebhookEndpointRecord },
  handle: async (gateway, { actor, params, body }) => {
    const endpoint = { url: body.url, terminalId: body.terminal_id ?? null, eventTypes: body.event_types ?? null }
    const issued = await createWebhookEndpointAs(gateway, actor, params.id, endpoint)
    return answer(issuedWebhookEndpointView(issued), 201)
  },
})

export const listMerchantWebhookEndpointsRoute = get('/admin/merchants/:id/webhook-endpoints', {
  ...ADMIN,
  operation: 'adminListWebhookEndpoints',
  summary: 'List the webhook endpoints of a merchant',
  query: ListQuery,
  answers: { 200: WebhookEndpointList },
  handle: async (gateway, { params, query }) => {
    const page = await showWebhookEndpoints(gateway, params.id, positionOf(query), limitOf(query))
    return answer(listView(page, webhookEndpointView))
  },
})
