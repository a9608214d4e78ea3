import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import type { Page, Position } from '#domain/page.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { checkWebhookTarget } from '../webhook-endpoints/check-target.ts'
import {
  type IssuedWebhookEndpoint,
  listMerchantWebhookEndpoints,
  type NewWebhookEndpoint,
  registerWebhookEndpoint,
  type WebhookEndpoint,
} from '../webhook-endpoints/index.ts'
import { showMerchant } from './merchants.ts'

/** Omits the URL from the audit log, because it may have a secret. @throws RequestError 404, 422 on `url` or `terminal_id` */
export async function createWebhookEndpointAs(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  endpoint: NewWebhookEndpoint,
): Promise<IssuedWebhookEndpoint> {
  const { terminalId, eventTypes } = endpoint
  const id = newId('whe')
  await showMerchant(gateway, merchantId)
  await checkWebhookTarget(gateway, merchantId, endpoint)
  const deed = {
    actor,
    action: 'webhook-endpoint.created',
    merchantId,
    subject: id,
    changes: { terminalId, ...(eventTypes && { eventTypes }) },
  }
  return applyAdminChange(gateway, deed, (sql) => registerWebhookEndpoint(gateway, sql, merchantId, endpoint, id))
}

/** @throws RequestError 404 for an unknown merchant */
export async function showWebhookEndpoints(
  gateway: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<WebhookEndpoint>> {
  await showMerchant(gateway, merchantId)
  return listMerchantWebhookEndpoints(gateway, merchantId, after, limit)
}
