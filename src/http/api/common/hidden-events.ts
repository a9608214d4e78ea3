import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { notFound } from '#domain/problem.ts'
import { showEvent } from '#flows/events/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Permission } from '#identity/permissions.ts'

/** Permission to read the object that an event shows: that of the route of the object. */
export const EVENT_PERMISSIONS: Readonly<Record<EventType, Permission>> = {
  'transaction.processed': 'payments.read',
  'session.completed': 'payments.read',
  'session.expired': 'payments.read',
  'payment_link.completed': 'links.read',
  'payment_link.expired': 'links.read',
  'payment_method.kept': 'customers.read',
  'payment_method.removed': 'customers.read',
  'payment_method.updated': 'customers.read',
  'payment_method.expiring': 'customers.read',
  'refund.failed': 'payments.read',
  'payout.failed': 'payments.read',
  'authorization.expiring': 'payments.read',
  'authorization.expired': 'payments.read',
  'dispute.opened': 'disputes.read',
  'dispute.updated': 'disputes.read',
  'dispute.due': 'disputes.read',
  'dispute.closed': 'disputes.read',
  'fraud_warning.received': 'disputes.read',
  'transaction.retry_scheduled': 'payments.read',
  'transaction.review_opened': 'payments.read',
  'agreement.activated': 'agreements.read',
  'agreement.suspended': 'agreements.read',
  'agreement.ended': 'agreements.read',
  'settlement_day.closed': 'money.read',
  'webhook_endpoint.failing': 'webhooks.read',
  'client.secret_expiring': 'keys.read',
}

export type Allows = (permission: Permission) => boolean

/** Types of which a caller may not read the objects (docs/reference/clients.md#permissions). */
export function hiddenTypes(allows: Allows): readonly EventType[] {
  return EVENT_TYPES.filter((type) => !allows(EVENT_PERMISSIONS[type]))
}

/** @throws RequestError 404 if the event's type is hidden from the caller */
export async function requireVisible(gateway: Gateway, merchantId: string, id: string, allows: Allows): Promise<void> {
  const { event } = await showEvent(gateway, merchantId, id)
  if (hiddenTypes(allows).some((type) => type === event)) throw notFound('event')
}

/** Fields of a payload that a caller may not read, empty; undefined where all can be read. */
export function withoutRules(event: string, allows: Allows): { readonly matched: readonly [] } | undefined {
  return event === 'transaction.review_opened' && !allows('rules.read') ? { matched: [] } : undefined
}
