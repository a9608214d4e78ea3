import type { NextStep } from '#domain/next-step.ts'
import { type Awaiting, gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { finalize } from '../outcome/finalize.ts'
import { latestAttemptOf, reconcile } from './inquire.ts'

/** Expires a payment; a charge that arrives anyway is reversed. @param attemptId of the provider call; null without one */
export function expire(gateway: Gateway, transaction: Transaction, attemptId: string | null): Promise<NextStep> {
  const outcome = gatewayOutcome('1005', 'The time to complete the payment is over.')
  const expected = transaction.awaiting as Awaiting
  return finalize(gateway, transaction, outcome, { expected, attemptId, reversalRequested: true })
}

/** Ends a payment whose 3-D Secure lost its secrets in a crash. No provider was called, so the shopper may pay again. */
export function endInterrupted(gateway: Gateway, transaction: Transaction): Promise<NextStep> {
  const outcome = gatewayOutcome('1005', INTERRUPTED)
  return finalize(gateway, transaction, outcome, { expected: transaction.awaiting as Awaiting, attemptId: null })
}

const INTERRUPTED =
  'The authentication was interrupted by a fault on our side and nothing was charged; the same card can pay again.'

/**
 * Cancels a payment that waits for the shopper (1003), and no other. If the shopper was on a provider's page, the
 * provider is called first; a charge that arrives anyway is reversed.
 * @param closesSession true to end its session in the same commit
 */
export async function cancelPayment(
  gateway: Gateway,
  transaction: Transaction,
  why: string,
  closesSession = false,
): Promise<NextStep> {
  const { merchantId, id, awaiting } = transaction
  const outcome = gatewayOutcome('1003', why)
  if (awaiting === 'authentication') {
    return finalize(gateway, transaction, outcome, { expected: 'authentication', attemptId: null, closesSession })
  }
  if (awaiting !== 'shopper') return currentAnswer(gateway, merchantId, id)
  const attempt = await latestAttemptOf(gateway, transaction)
  const { step } = await reconcile(gateway, transaction, attempt)
  if (step) return step
  return finalize(gateway, transaction, outcome, {
    expected: 'shopper',
    attemptId: attempt.attemptId,
    reversalRequested: true,
    closesSession,
  })
}
