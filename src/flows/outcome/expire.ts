import type { NextStep } from '#domain/next-step.ts'
import { type Awaiting, ownOutcome, type Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import { finalize } from './finalize.ts'

/**
 * Nobody came: the transaction ends, and a charge that may still come through is reversed at the provider.
 * @param attemptId the attempt under way, if a provider has one
 */
export function expire(gateway: Gateway, transaction: Transaction, attemptId: string | null): Promise<NextStep> {
  const outcome = ownOutcome('1005', 'The time to complete the payment is over.')
  const expected = transaction.awaiting as Awaiting
  return finalize(gateway, transaction, outcome, { expected, attemptId, reversalRequested: true })
}
