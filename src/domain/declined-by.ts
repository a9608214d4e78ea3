import type { Transaction } from './transaction.ts'

export type Decider = 'issuer' | 'provider' | 'gateway'

/** Names who declined a transaction: the gateway if no provider was asked, else the shopper's bank or the provider. */
export function declinedBy(transaction: Transaction): Decider {
  const { processingResult, paymentMethod, processingCode, authentication, data } = transaction
  if (data?.risk?.decision === 'BLOCK') return 'gateway'
  if (authentication.status === 'N' || authentication.status === 'R') return 'issuer'
  if (processingResult.paymentProviderId === null) return 'gateway'
  return processingCode === '1001' || paymentMethod.masked === null ? 'provider' : 'issuer'
}
