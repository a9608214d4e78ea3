import { allowsCharge, type FinalTransStatus } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import { isFinal } from '#domain/status.ts'
import { findMadeUpAction, type MadeUpAction, takeMadeUpAction } from '#store/simulators/made-up-actions.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../../gateway.ts'
import { findShop } from '../attempt/shop.ts'
import { latestAttemptOf, reconcile } from '../inquiry/inquire.ts'
import { currentAnswer } from '../outcome/current-answer.ts'

// Steps of `simulate_authentication_required` (docs/reference/simulators.md#made-up-actions).

/**
 * Completes a made-up step once; a repetition returns the current result.
 * @param id of the step, as the caller wrote it
 * @param reported the caller's status; null after a fingerprint
 * @returns undefined for an unknown ID, null for a payment_data that is not due at this ID
 */
export async function completeMadeUpAction(
  gateway: Gateway,
  merchantId: string,
  id: string,
  paymentData: string,
  reported: FinalTransStatus | null,
): Promise<NextStep | null | undefined> {
  const action = await findMadeUpAction(gateway.sql, merchantId, id, paymentData)
  return action && endWait(gateway, merchantId, action, reported)
}

/** Counts the shopper as authenticated on our own page, where no merchant returns a made-up step. Ignores other steps. */
export async function passMadeUpAction(gateway: Gateway, step: NextStep): Promise<NextStep> {
  if (step.kind !== 'action' || !step.action.isMadeUp) return step
  const { merchantId, id } = step.transaction
  return (await completeMadeUpAction(gateway, merchantId, id, step.action.paymentData, null)) ?? step
}

async function endWait(
  gateway: Gateway,
  merchantId: string,
  { transactionId, attemptId, isTaken }: MadeUpAction,
  reported: FinalTransStatus | null,
): Promise<NextStep | null> {
  const transaction = await findTransaction(gateway.sql, merchantId, transactionId)
  if (!transaction) return null
  if (isFinal(transaction.status)) return isTaken ? currentAnswer(gateway, merchantId, transactionId) : null
  const { allowUnauthenticated } = await findShop(gateway, transaction)
  const end = reported === null || allowsCharge(reported, allowUnauthenticated) ? 'authenticated' : 'refused'
  await takeMadeUpAction(gateway.sql, merchantId, attemptId, end)
  const { step } = await reconcile(gateway, transaction, await latestAttemptOf(gateway, transaction))
  return step ?? currentAnswer(gateway, merchantId, transactionId)
}
