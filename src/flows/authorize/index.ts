import type { NextStep } from '#domain/next-step.ts'
import { ownOutcome } from '#domain/transaction.ts'
import { attempt } from '../attempt/index.ts'
import type { OpenAttempt } from '../attempt/open-attempt.ts'
import type { Gateway } from '../gateway.ts'
import { finalize } from '../outcome/finalize.ts'
import { acceptanceOf } from './acceptance.ts'
import { declineCardTesting } from './card-testing.ts'
import { draftTransaction } from './draft-transaction.ts'
import { type PaymentRequest, termsOf } from './payment-request.ts'
import { checkReference, recordIntent } from './record-intent.ts'
import { refuse } from './refuse.ts'

/**
 * Takes a payment request as far as it can go without the shopper: merchant and terminal are checked, the payment
 * method is opened, the intent is committed, and only then anybody outside is asked
 * (docs/reference/guarantees.md#one-charge).
 * @throws RequestError for encrypted fields with a wrong content, and for a reference that is taken
 */
export function authorize(gateway: Gateway, request: PaymentRequest): Promise<NextStep> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async (snapshot, decided) => {
    const { config } = snapshot
    const acceptance = acceptanceOf(gateway, config, termsOf(request))
    if ('refusal' in acceptance) return refuse(gateway, config, request, acceptance.refusal)

    const { accounts } = acceptance
    const draft = await draftTransaction(gateway, snapshot, request, accounts)
    if ('refusal' in draft) {
      await checkReference(gateway, request)
      return refuse(gateway, config, request, draft.refusal)
    }

    await using permit = await gateway.circuits.admitFirst(draft.accounts)
    const open = await recordIntent(gateway, config, request, draft, permit?.account ?? accounts[0])
    decided()
    if (!permit) return await declineUnavailable(gateway, open)
    const declined = await declineCardTesting(gateway, config.terminal!, open)
    if (declined) return declined
    permit.use()
    return await attempt(gateway, open)
  })
}

/** The circuit of every account is open, so the shopper hears at once that it cannot be paid now. */
function declineUnavailable(gateway: Gateway, { transaction, attemptId }: OpenAttempt): Promise<NextStep> {
  const outcome = ownOutcome('1001', 'No provider answers at the moment; try again in a minute.')
  return finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId })
}
