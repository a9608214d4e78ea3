import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { notFound } from '#domain/problem.ts'
import { showEvent } from '#flows/events/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'

/** Permission to read the object that an event shows, by the beginning of its type. Others show payments. */
const NEEDED: Readonly<Record<string, Permission>> = {
  payment_link: 'links.read',
  payment_method: 'customers.read',
  agreement: 'agreements.read',
  settlement_day: 'money.read',
  webhook_endpoint: 'webhooks.read',
  client: 'keys.read',
}

/** Types of which the caller may not read the objects (docs/reference/clients.md#permissions). */
export function hiddenTypes({ limits }: MerchantCaller): readonly EventType[] {
  if (!limits) return []
  return EVENT_TYPES.filter((type) => {
    const needed = NEEDED[type.split('.', 1)[0]!]
    return needed !== undefined && !limits.permissions.includes(needed)
  })
}

/** @throws RequestError 404 if the event's type is hidden from the caller */
export async function requireVisible(gateway: Gateway, caller: MerchantCaller, id: string): Promise<void> {
  const hidden = hiddenTypes(caller)
  if (hidden.length === 0) return
  const { event } = await showEvent(gateway, caller.merchantId, id)
  if (hidden.some((type) => type === event)) throw notFound('event')
}
