import { refusalOf } from '#domain/acceptance.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import { ownOutcome } from '#domain/transaction.ts'
import { attempt } from '../attempt/index.ts'
import type { OpenAttempt } from '../attempt/open-attempt.ts'
import { finalize } from '../finalize.ts'
import type { Gateway } from '../gateway.ts'
import { type Draft, draftTransaction } from './draft-transaction.ts'
import { missingRate } from './normalize.ts'
import type { PaymentRequest } from './payment-request.ts'
import { termsOf } from './payment-terms.ts'
import { checkReference, recordIntent } from './record-intent.ts'
import { refuse } from './refuse.ts'

/**
 * Takes a payment request as far as it can go without the shopper (contract section 5, "Order of work"): merchant and
 * terminal are checked, the payment method is opened, the intent is committed, and only then anybody outside is asked.
 * @throws RequestError for encrypted fields that do not hold what they should and for a reference that is taken
 */
export function authorize(gateway: Gateway, request: PaymentRequest): Promise<NextStep> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async (snapshot, decided) => {
    const { config } = snapshot
    const refusal = refusalOf(config, termsOf(gateway, request)) ?? missingRate(config.merchant, request)
    if (refusal) return refuse(gateway, config, request, refusal)

    const draft = await draftTransaction(gateway, snapshot, request)
    if ('refusal' in draft) {
      await checkReference(gateway, request)
      return refuse(gateway, config, request, draft.refusal)
    }
    const open = await recordOrReleaseProbe(gateway, config, request, draft)
    decided()
    return draft.admission ? attempt(gateway, open) : declineUnavailable(gateway, open)
  })
}

/** What is refused here asks nobody, so it must not use up a circuit's probe. */
async function recordOrReleaseProbe(
  gateway: Gateway,
  config: TerminalConfig,
  request: PaymentRequest,
  draft: Draft,
): Promise<OpenAttempt> {
  try {
    return await recordIntent(gateway, config, request, draft)
  } catch (error) {
    if (draft.admission) await gateway.circuits.releaseProbe(draft.admission)
    throw error
  }
}

/** Every account that could carry it is left alone at the moment: the shopper need not wait to hear so. */
function declineUnavailable(gateway: Gateway, { transaction, attemptId }: OpenAttempt): Promise<NextStep> {
  const outcome = ownOutcome('1001', 'No provider answers at the moment; try again in a minute.')
  return finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId })
}
