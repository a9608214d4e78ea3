import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import { invalid } from '#domain/problem.ts'
import { TestPayload } from '#interface/webhook-endpoint.ts'
import { insertEndpointTest } from '#store/events/events.ts'
import { withAuditEntry } from '../change.ts'
import { type StoredEvent, showEvent } from '../events.ts'
import type { Gateway } from '../gateway.ts'
import { showWebhookEndpoint } from './index.ts'

const ENDPOINT_TEST = 'endpoint.test'

/**
 * Sends a test event, signed and repeated like all others (docs/reference/events.md#trying-an-endpoint).
 * @throws RequestError `not-found`, also for another merchant's; `invalid` if it is disabled
 */
export async function testWebhookEndpoint(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  webhookEndpointId: string,
): Promise<StoredEvent> {
  await showWebhookEndpoint(gateway, merchantId, webhookEndpointId)
  const [id, createdAt] = [newId('evt'), gateway.clock.now()]
  const payload = TestPayload.of({ merchantId, webhookEndpointId, createdAt })
  const body = JSON.stringify({ event: ENDPOINT_TEST, payload })
  const test = { id, merchantId, webhookEndpointId, event: ENDPOINT_TEST, body, createdAt }
  const deed = { actor, action: 'webhook-endpoint.tested' as const, merchantId, subject: webhookEndpointId }
  await withAuditEntry(gateway, deed, async (sql) => {
    if (await insertEndpointTest(sql, test)) return
    throw invalid('status', 'This endpoint is disabled; activate it before you test it.', 'ACTIVE')
  })
  return showEvent(gateway, merchantId, id)
}
