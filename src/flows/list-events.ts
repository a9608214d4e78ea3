import { type Page, pageOf } from '#domain/page.ts'
import { type EventFilter, listEvents, type StoredEvent } from '#store/events/events.ts'
import type { Gateway } from './gateway.ts'

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
