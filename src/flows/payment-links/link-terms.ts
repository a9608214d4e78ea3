import type { PaymentLink } from '#domain/payment-link.ts'
import type { SessionTerms } from '../sessions/available-methods.ts'

type Priced = Pick<PaymentLink, 'amount' | 'amountMin' | 'currency' | 'transactionType' | 'paymentMethods'>

/** Terms by which a link's methods are judged before a shopper has entered an amount. */
export function linkTerms({ amount, amountMin, currency, transactionType, paymentMethods }: Priced): SessionTerms {
  return {
    amount: amount ?? amountMin ?? 1n,
    currency,
    transactionType,
    paymentMethods,
    paymentLinkId: '',
    agreement: null,
  }
}
