import { admits, worseOf } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import { ownOutcome } from '#domain/transaction.ts'
import { recordVerdict } from '#store/three-ds/authentication-steps.ts'
import type { Authentication } from '#store/three-ds/authentications.ts'
import type { Verdict } from '#three-ds/server.ts'
import { resumeAttempt } from '../attempt/index.ts'
import type { Gateway } from '../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { finalize } from '../outcome/finalize.ts'
import { answerMarginSeconds } from '../provider-calls/call-provider.ts'
import type { ReopenedAttempt } from './reopen-attempt.ts'

/**
 * The authentication is over: the worse of the server's own record and what a browser or caller reported decides
 * whether the provider is asked at all (docs/reference/three-ds.md#who-decides).
 * @param level 1 frictionless, 2 challenge
 */
export async function concludeAuthentication(
  gateway: Gateway,
  authentication: Authentication,
  attempt: ReopenedAttempt,
  verdict: Verdict,
  level: 1 | 2,
): Promise<NextStep> {
  const transStatus = worseOf(verdict.transStatus, authentication.reportedStatus)
  const transaction = { ...attempt.transaction, authentication: { status: transStatus, level } }
  if (!admits(transStatus, attempt.shop.allowUnauthenticated)) {
    const outcome = ownOutcome('1000', 'The cardholder was not authenticated.')
    return finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId: attempt.attemptId })
  }
  const mine = await recordVerdict(gateway.sql, transaction, answerMarginSeconds(gateway))
  if (!mine) return currentAnswer(gateway, transaction.merchantId, transaction.id)
  const { threeDsServerTransId } = authentication
  return resumeAttempt(gateway, { ...attempt, transaction }, { ...verdict, transStatus, threeDsServerTransId })
}
