import type { Gateway } from '../gateway.ts'
import { createWebhookEndpoint, type IssuedWebhookEndpoint } from '../webhook-endpoints.ts'
import { change } from './change.ts'
import { showMerchant } from './merchants.ts'

/** Registers an endpoint on a merchant's behalf; its address may hold a secret, so the audit log does not. @throws Refusal 404 for an unknown merchant, 422 on `url` */
export async function createWebhookEndpointAs(
  gateway: Gateway,
  actor: string,
  merchantId: string,
  wish: { readonly url: string; readonly terminalId: string | null },
): Promise<IssuedWebhookEndpoint> {
  const { terminalId } = wish
  await showMerchant(gateway, merchantId)
  const deed = { actor, action: 'webhook-endpoint.created', merchantId, subject: merchantId, changes: { terminalId } }
  return change(gateway, deed, (sql) => createWebhookEndpoint(gateway, merchantId, wish, sql))
}
