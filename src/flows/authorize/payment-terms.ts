import type { PaymentTerms } from '#domain/acceptance.ts'
import type { Gateway } from '../gateway.ts'
import { providersFor } from '../providers-for.ts'
import { nameOf, type PaymentRequest } from './payment-request.ts'

/** What the request asks of the terminal, and which of the gateway's providers could carry it out. */
export function termsOf(gateway: Gateway, request: PaymentRequest): PaymentTerms {
  const paymentMethod = nameOf(request.paymentMethod)
  return {
    transactionType: request.transactionType,
    paymentMethod,
    currency: request.currency,
    providers: providersFor(gateway, paymentMethod),
  }
}
