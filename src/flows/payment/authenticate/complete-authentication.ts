import { setTimeout as sleep } from 'node:timers/promises'
import { type FinalTransStatus, worseOf } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { withTimeout } from '#domain/with-timeout.ts'
import { releaseChallenge } from '#store/three-ds/authentication-steps.ts'
import { type Authentication, isChallengeUnopened, markChallengeUnopened } from '#store/three-ds/authentications.ts'
import type { ChallengeResult } from '#three-ds/server.ts'
import type { Gateway } from '../../gateway.ts'
import { callThreeDsServer } from '../attempt/call-server.ts'
import { finalize } from '../outcome/finalize.ts'
import { claimIssuedStep } from './claim-issued-step.ts'
import { concludeAuthentication } from './conclude-authentication.ts'
import { type ClaimedAttempt, claimKnownAuthentication, type ReopenedAttempt } from './reopen-attempt.ts'

/** Maximum wait for a record of the 3DS server (docs/reference/three-ds.md#who-decides). */
const RESULT_PATIENCE_MS = 5_000
const RESULT_POLL_MS = 500

export interface CompletedChallenge {
  readonly step: NextStep
  /** True if a simulated bank approved it without a shopper (docs/reference/three-ds.md#never-opened). */
  readonly isUnopened: boolean
}

/**
 * Completes a challenge for the merchant (docs/reference/three-ds.md#challenge). A completed payment_data returns the
 * current result; parallel callers all get one result.
 * @param reported the status the caller saw; it can only worsen the outcome
 * @throws RequestError 404, 422 on `payment_data`
 */
export async function completeAuthentication(
  gateway: Gateway,
  merchantId: string,
  sessionId: string,
  paymentData: string,
  reported: FinalTransStatus,
): Promise<CompletedChallenge> {
  const claim = await claimIssuedStep(gateway, merchantId, sessionId, 'CHALLENGE', paymentData, reported)
  if ('answer' in claim) {
    const { sql, settings } = gateway
    const isUnopened = settings.realm === 'uat' && (await isChallengeUnopened(sql, merchantId, sessionId))
    return { step: claim.answer, isUnopened }
  }
  return endClaimed(gateway, claim, reported)
}

/** Completes a challenge on the gateway's pages, where only the bank's page has reported a result. */
export async function completeChallenge(gateway: Gateway, authentication: Authentication): Promise<NextStep> {
  const claim = await claimKnownAuthentication(gateway, authentication, 'CHALLENGE')
  return 'answer' in claim ? claim.answer : (await endClaimed(gateway, claim, null)).step
}

async function endClaimed(
  gateway: Gateway,
  { authentication: claimed, attempt }: ClaimedAttempt,
  reported: FinalTransStatus | null,
): Promise<CompletedChallenge> {
  const { reportedStatus } = claimed
  const worst = reported === null ? reportedStatus : worseOf(reported, reportedStatus)
  const authentication = { ...claimed, reportedStatus: worst }
  const result = await ownRecord(gateway, authentication, attempt)
  const isUnopened = result.kind === 'verdict' && result.isUnopened === true
  if (isUnopened) await markChallengeUnopened(gateway.sql, authentication)
  return { step: await carryOut(gateway, authentication, attempt, result), isUnopened }
}

async function carryOut(
  gateway: Gateway,
  authentication: Authentication,
  attempt: ReopenedAttempt,
  result: ChallengeResult,
): Promise<NextStep> {
  const { transaction, attemptId } = attempt
  if (result.kind === 'verdict') return concludeAuthentication(gateway, authentication, attempt, result.verdict, 2)
  if (result.kind === 'canceled') {
    const canceled = { ...transaction, authentication: { status: 'N', level: 2 } as const }
    const outcome = gatewayOutcome('1003', 'The cardholder canceled the authentication.')
    return finalize(gateway, canceled, outcome, { expected: 'provider-answer', attemptId })
  }
  await releaseChallenge(gateway.sql, authentication)
  return { kind: 'result', transaction }
}

/** Queries the server's own record until it exists or the time is over. */
async function ownRecord(
  gateway: Gateway,
  { threeDsServerTransId, acsTransId, messageVersion }: Authentication,
  { instrument }: ReopenedAttempt,
): Promise<ChallengeResult> {
  const { brand } = instrument.card.maskedCard
  const challenge = { threeDsServerTransId, acsTransId: acsTransId!, messageVersion, brand }
  return withTimeout(RESULT_PATIENCE_MS, async (patience) => {
    for (;;) {
      const result = await callThreeDsServer(gateway, (server) => server.result(challenge, patience))
      if (result.kind !== 'none-yet' || patience.aborted) return result
      await sleep(RESULT_POLL_MS)
    }
  })
}
