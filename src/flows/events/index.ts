import { type Page, pageOf } from '#domain/page.ts'
import { notFound } from '#domain/problem.ts'
import { redeliver } from '#store/events/deliveries.ts'
import { type EventFilter, findEvent, listEvents, type StoredEvent } from '#store/events/events.ts'
import type { Gateway } from '../gateway.ts'

export type { StoredEvent }

/**
 * A merchant's events, newest first (docs/reference/events.md#looking-back).
 * @param limit 1 to 100
 */
export async function listMerchantEvents(
  gateway: Gateway,
  merchantId: string,
  filter: EventFilter,
  limit: number,
): Promise<Page<StoredEvent>> {
  return pageOf(await listEvents(gateway.sql, merchantId, filter, limit + 1), limit)
}

/**
 * One event with what became of it at each endpoint.
 * @throws RequestError `not-found`, also where it is another merchant's
 */
export async function showEvent(gateway: Gateway, merchantId: string, eventId: string): Promise<StoredEvent> {
  const event = await findEvent(gateway.sql, merchantId, eventId)
  if (!event) throw notFound('event')
  return event
}

/**
 * Sends an event again, with the same `webhook-id`, to every active endpoint that fits its terminal: those that failed,
 * those that have it already and those created later (docs/reference/events.md#looking-back).
 * @throws RequestError `not-found`, also where it is another merchant's
 */
export async function redeliverEvent(gateway: Gateway, merchantId: string, eventId: string): Promise<StoredEvent> {
  await redeliver(gateway.sql, merchantId, eventId)
  return showEvent(gateway, merchantId, eventId)
}
