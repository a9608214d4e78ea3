import { createWebhookEndpointAs, showWebhookEndpoints } from '#flows/admin/webhook-endpoints.ts'
import { MerchantParams } from '#interface/merchant.ts'
import { readBody } from '#interface/read.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import { IssuedWebhookEndpointRecord, WebhookEndpointBody, WebhookEndpointRecord } from '#interface/webhook-endpoint.ts'
import { answer, get, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { endpointView, issuedView } from '../webhook-endpoints.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: webhook endpoints', params: MerchantParams } as const

export const createMerchantWebhookEndpointRoute = post('/admin/merchants/:id/webhook-endpoints', {
  ...ADMIN,
  operation: 'adminCreateWebhookEndpoint',
  summary: 'Create a webhook endpoint of a merchant',
  body: WebhookEndpointBody,
  answers: { 201: IssuedWebhookEndpointRecord },
  handle: async (gateway, { actor, params, body }) => {
    const endpoint = readBody(WebhookEndpointBody, body)
    return answer(issuedView(await createWebhookEndpointAs(gateway, actor, params.id, endpoint)), 201)
  },
})

export const listMerchantWebhookEndpointsRoute = get('/admin/merchants/:id/webhook-endpoints', {
  ...ADMIN,
  operation: 'adminListWebhookEndpoints',
  summary: 'List the webhook endpoints of a merchant',
  query: ListQuery,
  answers: { 200: ListOf(WebhookEndpointRecord) },
  handle: async (gateway, { params, query }) => {
    const page = await showWebhookEndpoints(gateway, params.id, positionOf(query), limitOf(query))
    return answer(listView(page, endpointView))
  },
})
