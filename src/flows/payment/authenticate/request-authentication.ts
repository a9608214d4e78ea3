import type { NextStep } from '#domain/next-step.ts'
import { beginChallenge } from '#store/three-ds/authentication-steps.ts'
import type { Authentication } from '#store/three-ds/authentications.ts'
import type { AuthenticationAnswer } from '#three-ds/server.ts'
import type { Gateway } from '../../gateway.ts'
import { actionDue } from '../actions/action-due.ts'
import { challengeNotificationUrl } from '../actions/notification-urls.ts'
import { bindingOf } from '../attempt/authenticate.ts'
import { callThreeDsServer } from '../attempt/call-server.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { claimIssuedStep } from './claim-issued-step.ts'
import { concludeAuthentication } from './conclude-authentication.ts'
import { type Claim, claimKnownAuthentication, type ReopenedAttempt } from './reopen-attempt.ts'

/**
 * Calls the issuer after the fingerprint (docs/reference/three-ds.md#fingerprint); a repetition returns the current
 * result.
 * @throws RequestError 404, 422 on `payment_data`
 */
export async function requestAuthentication(
  gateway: Gateway,
  merchantId: string,
  threeDsServerTransId: string,
  paymentData: string,
): Promise<NextStep> {
  return askOnce(gateway, await claimIssuedStep(gateway, merchantId, threeDsServerTransId, 'FINGERPRINT', paymentData))
}

/** Continues on the gateway's pages, where no payment_data has to be checked. */
export async function continueFingerprint(gateway: Gateway, authentication: Authentication): Promise<NextStep> {
  return askOnce(gateway, await claimKnownAuthentication(gateway, authentication, 'FINGERPRINT'))
}

async function askOnce(gateway: Gateway, claim: Claim): Promise<NextStep> {
  if ('answer' in claim) return claim.answer
  const { authentication, attempt } = claim
  const answer = await askIssuer(gateway, authentication, attempt)
  if (answer.kind === 'challenge') return challenge(gateway, authentication, attempt, answer)
  return concludeAuthentication(gateway, authentication, attempt, answer.verdict, 1)
}

function askIssuer(
  gateway: Gateway,
  authentication: Authentication,
  attempt: ReopenedAttempt,
): Promise<AuthenticationAnswer> {
  const { transaction, instrument, agreement, merchantName, shop, round, browserInfo } = attempt
  const { notificationUrl, shopperPage } = attempt
  const { threeDsServerTransId, messageVersion, threeDsMethodUrl, methodCompleted } = authentication
  if (!browserInfo) throw new Error(`Transaction ${transaction.id} has no browser data.`)
  const request = {
    threeDsServerTransId,
    messageVersion,
    card: instrument.card,
    merchantName,
    requestor: shop.requestor,
    challengeMandated: round > 1,
    wishes: transaction.data?.threeDs,
    agreement,
    money: { amount: transaction.amount, currency: transaction.currency },
    customer: transaction.customer,
    browserInfo,
    customerIp: transaction.customerIp,
    methodCompletion: methodCompletionOf(threeDsMethodUrl, methodCompleted),
    notificationUrl: notificationUrl ?? challengeNotificationUrl(gateway, threeDsServerTransId, shopperPage),
  }
  return callThreeDsServer(gateway, (server, signal) => server.authenticate(request, signal))
}

/** EMV 3DS threeDSCompInd, by the calls of our own notification URL, regardless of the caller. */
function methodCompletionOf(threeDsMethodUrl: string | null, completed: boolean): 'Y' | 'N' | 'U' {
  if (!threeDsMethodUrl) return 'U'
  return completed ? 'Y' : 'N'
}

async function challenge(
  gateway: Gateway,
  authentication: Authentication,
  attempt: ReopenedAttempt,
  answer: Extract<AuthenticationAnswer, { kind: 'challenge' }>,
): Promise<NextStep> {
  const { transaction, instrument, sealedKey, shopperPage } = attempt
  const { threeDsServerTransId, round } = authentication
  const binding = { ...bindingOf(transaction), threeDsServerTransId, step: 'CHALLENGE', round } as const
  const paymentData = gateway.vault.sealPaymentData(sealedKey, binding, instrument.card)
  const digest = gateway.vault.digestOf(transaction.merchantId, paymentData)
  const { kind: _, ...acs } = answer
  const { challengeTtlSeconds } = gateway.settings
  const due = { ...acs, digest, paymentData }
  const begun = await beginChallenge(gateway.sql, authentication, due, challengeTtlSeconds, gateway.clock.now())
  if (!begun) return currentAnswer(gateway, transaction.merchantId, transaction.id)
  return actionDue(
    gateway,
    transaction,
    { ...authentication, ...acs, step: 'CHALLENGE' },
    paymentData,
    shopperPage?.windowSize,
  )
}
