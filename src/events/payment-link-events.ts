import type { FurtherEvent } from '#domain/event-types.ts'
import type { PaymentLinkState } from '#domain/payment-link.ts'
import { shownLink } from '#interface/payment-link.ts'
import { event } from './further-events.ts'

export function paymentLinkCompleted(state: PaymentLinkState, baseUrl: string, at: Date): FurtherEvent {
  return event('payment_link.completed', about(state, at), shownLink(state, baseUrl))
}

export function paymentLinkExpired(state: PaymentLinkState, baseUrl: string, at: Date): FurtherEvent {
  return event('payment_link.expired', about(state, at), shownLink(state, baseUrl))
}

function about({ link: { merchantId, terminalId } }: PaymentLinkState, at: Date) {
  return { merchantId, terminalId, at }
}
