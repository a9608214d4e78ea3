import { createWebhookEndpointRoute, listWebhookEndpointsRoute } from '../webhook-endpoints.ts'
import { forOperators } from './for-operators.ts'

const TAG = 'Admin: webhook endpoints'

export const createMerchantWebhookEndpointRoute = forOperators(createWebhookEndpointRoute, {
  tag: TAG,
  operation: 'adminCreateWebhookEndpoint',
  summary: 'Create a webhook endpoint of a merchant',
})

export const listMerchantWebhookEndpointsRoute = forOperators(listWebhookEndpointsRoute, {
  tag: TAG,
  operation: 'adminListWebhookEndpoints',
  summary: 'List the webhook endpoints of a merchant',
})
