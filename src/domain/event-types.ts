/** Event types (docs/reference/event-types.md). Without a choice an endpoint gets the first one. */
export const EVENT_TYPES = [
  'transaction.processed',
  'session.completed',
  'session.expired',
  'payment_link.completed',
  'payment_link.expired',
  'payment_method.kept',
  'payment_method.removed',
  'payment_method.updated',
  'payment_method.expiring',
  'refund.failed',
  'payout.failed',
  'authorization.expiring',
  'authorization.expired',
  'transaction.retry_scheduled',
  'transaction.review_opened',
  'agreement.activated',
  'agreement.suspended',
  'agreement.ended',
  'settlement_day.closed',
  'webhook_endpoint.failing',
  'client.secret_expiring',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** Types of an endpoint that subscribed to these; null is the default. */
export function subscribedTypes(asked: readonly EventType[] | null): readonly EventType[] {
  return [...new Set(asked ?? ['transaction.processed' as const])]
}

/** All but the first: only who asks for them is told. */
export const OPT_IN_EVENT_TYPES = EVENT_TYPES.slice(1)

/** An event beside that of a transaction's end. */
export interface FurtherEvent {
  readonly id: string
  readonly type: Exclude<EventType, 'transaction.processed'>
  readonly merchantId: string
  /** Null where it belongs to no terminal: endpoints of a single terminal do not get it. */
  readonly terminalId: string | null
  /** The JSON text that every delivery sends. */
  readonly body: string
  readonly at: Date
}
