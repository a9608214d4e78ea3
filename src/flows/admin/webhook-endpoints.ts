import { checkWebhookTarget } from '../check-webhook-target.ts'
import type { Gateway } from '../gateway.ts'
import { type IssuedWebhookEndpoint, registerWebhookEndpoint, type WebhookWish } from '../webhook-endpoints.ts'
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
  await showMerchant(gateway, merchantId)
  await checkWebhookTarget(gateway, merchantId, wish)
  const deed = { actor, action: 'webhook-endpoint.created', merchantId, subject: merchantId, changes: { terminalId } }
  return change(gateway, deed, (sql) => registerWebhookEndpoint(gateway, sql, merchantId, wish))
}
