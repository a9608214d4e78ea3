/** Event types (docs/reference/event-types.md). An endpoint gets the first one by default. */
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
  'dispute.opened',
  'dispute.updated',
  'dispute.due',
  'dispute.closed',
  'fraud_warning.received',
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

export function subscribedTypes(asked: readonly EventType[] | null): readonly EventType[] {
  return [...new Set(asked ?? ['transaction.processed' as const])]
}

export const OPT_IN_EVENT_TYPES = EVENT_TYPES.slice(1)

/** Event other than the end of a transaction. */
export interface FurtherEvent {
  readonly id: string
  readonly type: Exclude<EventType, 'transaction.processed'>
  readonly merchantId: string
  /** Null if it belongs to no terminal: endpoints of a single terminal do not get it. */
  readonly terminalId: string | null
  /** Exact JSON text of every delivery. */
  readonly body: string
  readonly at: Date
}
