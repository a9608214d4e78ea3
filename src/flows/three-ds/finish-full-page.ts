import type { NextStep } from '#domain/next-step.ts'
import type { Gateway } from '../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { completeChallenge } from './complete-authentication.ts'
import { findById } from './receive-challenge.ts'
import { continueFingerprint } from './request-authentication.ts'

/**
 * Takes a full-page payment on once the browser is back from the bank, as often as the page is loaded: the challenge is
 * executed once, afterwards the transaction's present answer comes back.
 * @throws RequestError 404
 */
export async function finishFullPage(gateway: Gateway, threeDsServerTransId: string): Promise<NextStep> {
  const authentication = await findById(gateway, threeDsServerTransId)
  if (authentication.step === 'CHALLENGE') return completeChallenge(gateway, authentication)
  return currentAnswer(gateway, authentication.merchantId, authentication.transactionId)
}

/** A further fingerprint had its time on a page of our own. @throws RequestError 404 */
export async function continueFullPage(gateway: Gateway, threeDsServerTransId: string): Promise<NextStep> {
  return continueFingerprint(gateway, await findById(gateway, threeDsServerTransId))
}
