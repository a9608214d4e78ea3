import { orNotFound } from '#domain/problem.ts'
import { type FailedFilter, redeliver, redeliverFailed } from '#store/events/deliveries.ts'
import { listTriedDeliveries, type TriedDelivery } from '#store/events/delivery-tries.ts'
import { findEvent, listEvents, type StoredEvent } from '#store/events/events.ts'
import type { Gateway } from './gateway.ts'
import { paged } from './paged.ts'

export type { StoredEvent, TriedDelivery }

/** Of a delivery; the schedule has ten, and people redeliver. */
const MOST_TRIES = 50

/** Newest first (docs/reference/events.md#looking-back). @param limit 1 to 100 */
export const listMerchantEvents = paged(listEvents)

/** Event with its deliveries. @throws RequestError `not-found`, also for another merchant's */
export async function showEvent(gateway: Gateway, merchantId: string, eventId: string): Promise<StoredEvent> {
  return orNotFound(await findEvent(gateway.sql, merchantId, eventId), 'event')
}

/** Deliveries with their tries of the last 30 days. @throws RequestError `not-found`, also for another merchant's */
export async function showDeliveries(
  gateway: Gateway,
  merchantId: string,
  eventId: string,
): Promise<readonly TriedDelivery[]> {
  await showEvent(gateway, merchantId, eventId)
  return listTriedDeliveries(gateway.sql, merchantId, eventId, MOST_TRIES)
}

/**
 * Sends an event again, with its `webhook-id`, to every active endpoint of its terminal: failed, delivered and new ones
 * (docs/reference/events.md#looking-back).
 * @throws RequestError `not-found`, also for another merchant's
 */
export async function redeliverEvent(gateway: Gateway, merchantId: string, eventId: string): Promise<StoredEvent> {
  await redeliver(gateway.sql, merchantId, eventId)
  return showEvent(gateway, merchantId, eventId)
}

const MOST_AT_ONCE = 1000

/** Sends failed deliveries of active endpoints again. @returns their number, at most 1,000 */
export function redeliverAllFailed({ sql }: Gateway, merchantId: string, filter: FailedFilter): Promise<number> {
  return redeliverFailed(sql, merchantId, filter, MOST_AT_ONCE)
}
