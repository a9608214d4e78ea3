import { worseOf } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Authentication } from '#store/three-ds/authentications.ts'
import type { Verdict } from '#three-ds/server.ts'
import type { Gateway } from '../../gateway.ts'
import { applyAuthentication } from '../attempt/apply-authentication.ts'
import { resumeAttempt } from '../attempt/index.ts'
import type { ReopenedAttempt } from './reopen-attempt.ts'

/**
 * Ends an authentication by the worse of the server's record and a report (docs/reference/three-ds.md#who-decides).
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
  const admission = await applyAuthentication(
    gateway,
    attempt,
    { status: transStatus, level },
    attempt.shop.allowUnauthenticated,
  )
  if ('step' in admission) return admission.step
  const { threeDsServerTransId } = authentication
  return resumeAttempt(gateway, admission.open, { ...verdict, transStatus, threeDsServerTransId })
}
