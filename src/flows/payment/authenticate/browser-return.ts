import type { FinalTransStatus } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../../gateway.ts'
import { findById } from '../actions/receive-notifications.ts'
import { findShop } from '../attempt/shop.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { completeChallenge } from './complete-authentication.ts'
import { continueFingerprint } from './request-authentication.ts'

/** Continues after the bank's full page; reloads return the current result. @throws RequestError 404 */
export async function finishFullPage(gateway: Gateway, threeDsServerTransId: string): Promise<NextStep> {
  const authentication = await findById(gateway, threeDsServerTransId)
  if (authentication.step === 'CHALLENGE') return completeChallenge(gateway, authentication)
  return currentAnswer(gateway, authentication.merchantId, authentication.transactionId)
}

/** Continues after the time of a fingerprint on our own page. @throws RequestError 404 */
export async function continueFullPage(gateway: Gateway, threeDsServerTransId: string): Promise<NextStep> {
  return continueFingerprint(gateway, await findById(gateway, threeDsServerTransId))
}

/** Message of our page to the framing shop, when the shopper has returned from the bank. */
export interface ChallengeResult {
  readonly transStatus: FinalTransStatus
  /** Exact origins that may hear it; empty: all. */
  readonly targetOrigins: readonly string[]
  readonly transaction: Transaction
}

/** @throws RequestError 404 */
export async function describeReturn(gateway: Gateway, threeDsServerTransId: string): Promise<ChallengeResult> {
  const authentication = await findById(gateway, threeDsServerTransId)
  const transaction = await findTransaction(gateway.sql, authentication.merchantId, authentication.transactionId)
  if (!transaction) throw new Error(`Transaction ${authentication.transactionId} is gone.`)
  const { origins } = await findShop(gateway, transaction)
  return { transStatus: authentication.reportedStatus ?? 'U', targetOrigins: origins, transaction }
}
