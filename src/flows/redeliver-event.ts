import { redeliver } from '#store/events/deliveries.ts'
import type { StoredEvent } from '#store/events/events.ts'
import type { Gateway } from './gateway.ts'
import { showEvent } from './show-event.ts'

/**
 * Sends an event again, with the same `webhook-id`, to every active endpoint that fits its terminal: those that failed,
 * those that have it already and those created later (docs/reference/events.md#looking-back).
 * @throws RequestError `not-found`, also where it is another merchant's
 */
export async function redeliverEvent(gateway: Gateway, merchantId: string, eventId: string): Promise<StoredEvent> {
  await redeliver(gateway.sql, merchantId, eventId)
  return showEvent(gateway, merchantId, eventId)
}
