import { timingSafeEqual } from 'node:crypto'
import { invalid, notFound, type RequestError } from '#domain/problem.ts'
import type { StepDue } from '#store/three-ds/authentication-steps.ts'
import { findAuthentication } from '#store/three-ds/authentications.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { type Claim, claimAttempt } from './reopen-attempt.ts'

/** A step that a merchant says is due, by the payment_data that was issued for it. */
interface Issued extends StepDue {
  readonly digest: Uint8Array
}

/**
 * Claims the step that a merchant's payment_data was issued for. One that was executed before gives the transaction's
 * current answer. The keyed digest of every payment_data is kept, so nothing has to be opened to tell a genuine one, and
 * every other value gets the same error.
 * @throws RequestError 404 for an unknown id, 422 on `payment_data` for anything we did not issue for this step, and
 * for a step nobody executed before its transaction ended
 */
export function claimIssued(
  gateway: Gateway,
  merchantId: string,
  threeDsServerTransId: string,
  step: StepDue['step'],
  paymentData: string,
): Promise<Claim> {
  const issued = { merchantId, threeDsServerTransId, step, digest: gateway.vault.digestOf(merchantId, paymentData) }
  return claimAttempt(gateway, issued, () => answerNotDue(gateway, issued))
}

async function answerNotDue(gateway: Gateway, { merchantId, threeDsServerTransId, step, digest }: Issued) {
  const authentication = await findAuthentication(gateway.sql, merchantId, threeDsServerTransId)
  if (!authentication) throw await unknownId(gateway, merchantId, threeDsServerTransId)

  const issued = step === 'FINGERPRINT' ? authentication.fingerprintDigest : authentication.challengeDigest
  const neverExecuted = authentication.step === step && authentication.isOver
  if (neverExecuted || !issued || issued.length !== digest.length || !timingSafeEqual(issued, digest)) throw notIssued()
  return currentAnswer(gateway, merchantId, authentication.transactionId)
}

/** A simulated action has its transaction's id as session id: that is known, but no payment_data was issued for it. */
async function unknownId(gateway: Gateway, merchantId: string, id: string): Promise<RequestError> {
  return (await findTransaction(gateway.sql, merchantId, id)) ? notIssued() : notFound('authentication')
}

function notIssued(): RequestError {
  return invalid('payment_data', 'This is not the payment_data of the step now due; send the one from the last action.')
}
