import type { AuthenticationProof } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Gateway } from '../../gateway.ts'
import { applyCardUpdate } from '../../stored-cards/apply-card-update.ts'
import { applyAnswer } from '../outcome/apply-answer.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import type { ActiveAttempt } from './active-attempt.ts'
import { authenticate } from './authenticate.ts'
import {
  mayAuthenticateAgain,
  mayRetryElsewhere,
  type NextAttempt,
  retryOtherAccount,
  retrySameAccount,
} from './next-attempt.ts'
import { submitCharge } from './submit-charge.ts'

/** Takes a recorded transaction as far as it can go without the shopper: to its end, or to the step that is due. */
export function attempt(gateway: Gateway, open: ActiveAttempt): Promise<NextStep> {
  return attemptInTurn(gateway, open, null)
}

/** Continues an attempt after 3-D Secure, once the shopper is authenticated. */
export function resumeAttempt(gateway: Gateway, open: ActiveAttempt, proof: AuthenticationProof): Promise<NextStep> {
  return attemptInTurn(gateway, open, proof)
}

/**
 * Makes one attempt after another, each with one provider account: the shopper authenticates if 3-D Secure applies,
 * then the provider answers. A soft decline gets one more round with this account; a decline that another provider may
 * decide differently goes to the next account (docs/reference/retries.md).
 */
async function attemptInTurn(
  gateway: Gateway,
  first: ActiveAttempt,
  proofOfFirst: AuthenticationProof | null,
): Promise<NextStep> {
  let open = first
  let proof = proofOfFirst
  for (;;) {
    // For a shopper's step this call ends; `resumeAttempt` continues here with the proof.
    const admission = proof ? { open } : await authenticate(gateway, open)
    if ('step' in admission) return admission.step
    open = admission.open

    const answer = await submitCharge(gateway, open, proof)
    await applyCardUpdate(gateway, open.transaction, answer, open.instrument)
    let next: NextAttempt = 'none'
    if (mayAuthenticateAgain(gateway, open, answer)) next = await retrySameAccount(gateway, open, answer.outcome)
    else if (mayRetryElsewhere(open, answer)) next = await retryOtherAccount(gateway, open, answer.outcome)

    if (next === 'none') return applyAnswer(gateway, open.transaction, open, answer)
    if (next === 'overtaken') return currentAnswer(gateway, open.transaction.merchantId, open.transaction.id)
    open = next
    proof = null
  }
}
