import { timingSafeEqual } from 'node:crypto'
import type { FinalTransStatus } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import { invalid, notFound, type RequestError } from '#domain/problem.ts'
import type { StepDue } from '#store/three-ds/authentication-steps.ts'
import { type Authentication, findAuthentication } from '#store/three-ds/authentications.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { completeMadeUpAction } from './made-up-actions.ts'
import { type Claim, claimAttempt } from './reopen-attempt.ts'

interface Issued extends StepDue {
  readonly digest: Uint8Array
  readonly paymentData: string
  /** Status that the merchant saw at the end of a challenge; null after a fingerprint. */
  readonly reported: FinalTransStatus | null
}

/**
 * Claims the step of a merchant's payment_data. A completed one returns the current result. Its keyed digest identifies
 * a genuine payment_data without decryption; every other value gets an equal error.
 * @throws RequestError 404 for an unknown ID, 422 on `payment_data` not issued for this step, or of a step not
 * completed before its transaction ended
 */
export function claimIssuedStep(
  gateway: Gateway,
  merchantId: string,
  threeDsServerTransId: string,
  step: StepDue['step'],
  paymentData: string,
  reported: FinalTransStatus | null = null,
): Promise<Claim> {
  const digest = gateway.vault.digestOf(merchantId, paymentData)
  const issued = { merchantId, threeDsServerTransId, step, digest, paymentData, reported }
  return claimAttempt(gateway, issued, () => answerNotDue(gateway, issued))
}

async function answerNotDue(gateway: Gateway, issued: Issued): Promise<NextStep> {
  const { merchantId, threeDsServerTransId, paymentData, reported } = issued
  const authentication = await findAuthentication(gateway.sql, merchantId, threeDsServerTransId)
  if (authentication && wasExecuted(authentication, issued)) {
    return currentAnswer(gateway, merchantId, authentication.transactionId)
  }
  const madeUp = await completeMadeUpAction(gateway, merchantId, threeDsServerTransId, paymentData, reported)
  if (madeUp) return madeUp
  const isKnown =
    authentication || madeUp === null || (await findTransaction(gateway.sql, merchantId, threeDsServerTransId))
  throw isKnown ? notIssued() : notFound('authentication')
}

function wasExecuted(
  authentication: Authentication & { readonly isOver: boolean },
  { step, digest }: Pick<Issued, 'step' | 'digest'>,
): boolean {
  const issued = step === 'FINGERPRINT' ? authentication.fingerprintDigest : authentication.challengeDigest
  if (authentication.step === step && authentication.isOver) return false
  return issued !== null && issued.length === digest.length && timingSafeEqual(issued, digest)
}

function notIssued(): RequestError {
  return invalid('payment_data', 'This payment_data is not from the current step; send the one from the last action.')
}
