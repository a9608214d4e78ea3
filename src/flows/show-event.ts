import { notFound } from '#domain/problem.ts'
import { findEvent, type StoredEvent } from '#store/events/events.ts'
import type { Gateway } from './gateway.ts'

export type { StoredEvent }

/**
 * One event with what became of it at each endpoint.
 * @throws RequestError `not-found`, also where it is another merchant's
 */
export async function showEvent(gateway: Gateway, merchantId: string, eventId: string): Promise<StoredEvent> {
  const event = await findEvent(gateway.sql, merchantId, eventId)
  if (!event) throw notFound('event')
  return event
}
