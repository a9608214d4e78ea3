import type { PaymentTerms } from '#domain/acceptance.ts'
import type { Gateway } from '../gateway.ts'
import { providersFor } from '../providers-for.ts'
import { nameOf, type Order } from './payment-request.ts'

/** What the order asks of the terminal, and which of the gateway's providers could carry it out. */
export function termsOf(gateway: Gateway, order: Order): PaymentTerms {
  const paymentMethod = nameOf(order.paymentMethod)
  return {
    transactionType: order.transactionType,
    paymentMethod,
    currency: order.currency,
    providers: providersFor(gateway, paymentMethod),
  }
}
