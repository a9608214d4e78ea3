import type { Transaction } from './transaction.ts'

export type Decider = 'authentication' | 'issuer' | 'provider' | 'gateway'

/** Decider of a decline: 3-D Secure or the gateway before a provider was called, the bank, or the provider. */
export function declinedBy(transaction: Transaction): Decider {
  const { processingResult, paymentMethod, processingCode, data } = transaction
  if (data?.risk?.decision === 'BLOCK') return 'gateway'
  if (endedAtAuthentication(transaction)) return 'authentication'
  if (processingResult.paymentProviderId === null) return 'gateway'
  return processingCode === '1001' || paymentMethod.masked === null ? 'provider' : 'issuer'
}

export const NOT_AUTHENTICATED = 'The cardholder was not authenticated.'

/** True if 3-D Secure ended the last attempt before its provider was called. U does so only where refused. */
export function endedAtAuthentication({
  authentication: { status },
  responseMessage,
}: Pick<Transaction, 'authentication' | 'responseMessage'>): boolean {
  return status === 'N' || status === 'R' || (status === 'U' && responseMessage === NOT_AUTHENTICATED)
}
