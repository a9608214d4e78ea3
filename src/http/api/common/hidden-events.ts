import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { notFound } from '#domain/problem.ts'
import { type StoredEvent, showEvent } from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Permission } from '#identity/permissions.ts'

export type EventObject<T = EventType> = T extends `${infer Kind}.${string}` ? Kind : never

/** Permission to read the object of an event, by the beginning of its type. */
const OBJECT_PERMISSIONS: Readonly<Record<EventObject, Permission>> = {
  transaction: 'payments.read',
  session: 'payments.read',
  payment_link: 'links.read',
  payment_method: 'customers.read',
  refund: 'payments.read',
  payout: 'payments.read',
  authorization: 'payments.read',
  dispute: 'disputes.read',
  fraud_warning: 'disputes.read',
  agreement: 'agreements.read',
  settlement_day: 'money.read',
  webhook_endpoint: 'webhooks.read',
  client: 'keys.read',
}

/** Permission that an event needs (docs/reference/clients.md#permissions). */
export function eventPermission(type: EventType): Permission {
  return OBJECT_PERMISSIONS[type.split('.', 1)[0] as EventObject]
}

export type Allows = (permission: Permission) => boolean

/** Types whose objects the caller may not read. */
export function hiddenTypes(allows: Allows): readonly EventType[] {
  return EVENT_TYPES.filter((type) => !allows(eventPermission(type)))
}

/** @throws RequestError 404 if the event's type is hidden from the caller */
export async function requireVisible(gateway: Gateway, merchantId: string, id: string, allows: Allows): Promise<void> {
  const { event } = await showEvent(gateway, merchantId, id)
  if (hiddenTypes(allows).some((type) => type === event)) throw notFound('event')
}

/** Empties the fields that a caller may not read; undefined if all can be read. */
export function withoutRules(event: string, allows: Allows): { readonly matched: readonly [] } | undefined {
  return event === 'transaction.review_opened' && !allows('rules.read') ? { matched: [] } : undefined
}

/** Payload for the caller. Numbers keep their spelling, because an int64 does not fit into a JavaScript number. */
export function visiblePayload({ event, body }: StoredEvent, allows: Allows): unknown {
  const exact = (_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? JSON.rawJSON(source) : value
  const payload = { ...(JSON.parse(body, exact) as { payload: object }).payload, ...withoutRules(event, allows) }
  if (allows('payments.read-customer')) return payload
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      if (name === 'customer') return [name, withoutValues(value)]
      return [name, name.startsWith('customer_') ? null : value]
    }),
  )
}

function withoutValues(fields: object): object {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
}
