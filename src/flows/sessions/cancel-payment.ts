import type { NextStep } from '#domain/next-step.ts'
import { ownOutcome, type Transaction } from '#domain/transaction.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import type { Gateway } from '../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { finalize } from '../outcome/finalize.ts'
import { reconcile } from '../provider-calls/inquire.ts'

/**
 * Ends a payment that waits for the shopper as CANCELED (1003). Where the shopper was on a provider's page, the
 * provider is asked first, and a charge that comes through after all is taken back. Everything else keeps its own end.
 */
export async function cancelPayment(gateway: Gateway, transaction: Transaction, why: string): Promise<NextStep> {
  const { merchantId, id, awaiting } = transaction
  const outcome = ownOutcome('1003', why)
  if (awaiting === 'authentication') {
    return finalize(gateway, transaction, outcome, { expected: 'authentication', attemptId: null })
  }
  if (awaiting !== 'shopper') return currentAnswer(gateway, merchantId, id)
  const attempt = await findLatestAttempt(gateway.sql, merchantId, id)
  if (!attempt) throw new Error(`Transaction ${id} has no attempt.`)
  const { step } = await reconcile(gateway, transaction, attempt)
  if (step) return step
  return finalize(gateway, transaction, outcome, {
    expected: 'shopper',
    attemptId: attempt.attemptId,
    reversalRequested: true,
  })
}
