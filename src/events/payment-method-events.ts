import type { FurtherEvent } from '#domain/event-types.ts'
import type { EventValue } from '#interface/events/index.ts'
import type { EventCard } from '#interface/payment-method.ts'
import { event } from './further-events.ts'

/** Event of a card that a merchant removed, alone or with its customer. */
export function paymentMethodRemoved(card: EventCard, at: Date): FurtherEvent {
  return event('payment_method.removed', about(card, at), card)
}

/** Card of agreements that expires soon. @param at time of the warning */
export function paymentMethodExpiring(card: EventValue<'payment_method.expiring'>, at: Date): FurtherEvent {
  return event('payment_method.expiring', about(card, at), card)
}

export function paymentMethodUpdated(card: EventValue<'payment_method.updated'>, at: Date): FurtherEvent {
  return event('payment_method.updated', about(card, at), card)
}

function about({ merchantId }: EventCard, at: Date) {
  return { merchantId, terminalId: null, at }
}
