import type { PaymentLink } from '#domain/payment-link.ts'
import type { SessionTerms } from '../sessions/available-methods.ts'

type Priced = Pick<
  PaymentLink,
  'amount' | 'amountMin' | 'currency' | 'transactionType' | 'paymentMethods' | 'agreement'
>

/** Terms for a link's methods before a shopper has entered an amount. */
export function linkTerms({ amount, amountMin, paymentMethods, ...terms }: Priced): SessionTerms {
  return {
    amount: amount ?? amountMin ?? 1n,
    currency: terms.currency,
    transactionType: terms.transactionType,
    paymentMethods,
    paymentLinkId: '',
    agreement: terms.agreement,
  }
}
