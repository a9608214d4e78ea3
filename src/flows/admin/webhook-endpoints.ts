import { newId } from '#domain/ids.ts'
import type { Page, Position } from '#domain/page.ts'
import { checkWebhookTarget } from '../check-webhook-target.ts'
import type { Gateway } from '../gateway.ts'
import {
  type IssuedWebhookEndpoint,
  listMerchantWebhookEndpoints,
  registerWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookWish,
} from '../webhook-endpoints.ts'
import { change } from './change.ts'
import { showMerchant } from './merchants.ts'

/**
 * Registers an endpoint on a merchant's behalf. Its address may hold a secret, so the audit log does not keep it.
 * @throws Refusal 404 for an unknown merchant, 422 on `url` or `terminal_id`
 */
export async function createWebhookEndpointAs(
  gateway: Gateway,
  actor: string,
  merchantId: string,
  wish: WebhookWish,
): Promise<IssuedWebhookEndpoint> {
  const { terminalId } = wish
  const id = newId('whe')
  await showMerchant(gateway, merchantId)
  await checkWebhookTarget(gateway, merchantId, wish)
  const deed = { actor, action: 'webhook-endpoint.created', merchantId, subject: id, changes: { terminalId } }
  return change(gateway, deed, (sql) => registerWebhookEndpoint(gateway, sql, merchantId, wish, id))
}

/** @throws Refusal 404 for an unknown merchant */
export async function showWebhookEndpoints(
  gateway: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<WebhookEndpoint>> {
  await showMerchant(gateway, merchantId)
  return listMerchantWebhookEndpoints(gateway, merchantId, after, limit)
}
