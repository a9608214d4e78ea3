import type { NextStep } from '#domain/next-step.ts'
import { RequestError } from '#domain/problem.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import type { ConfigSnapshot } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { eligibilityFor } from '../accounts/eligibility.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import { attempt } from '../attempt/index.ts'
import { finalize } from '../outcome/finalize.ts'
import { declineCardTesting } from './card-testing.ts'
import { draftTransaction } from './draft-transaction.ts'
import { mayNameCardNumber } from './own-card-number.ts'
import { type PaymentRequest, termsOf } from './payment-request.ts'
import { checkReference, recordIntent } from './record-intent.ts'
import { refuse } from './refuse.ts'
import { resolvePaymentMethod } from './resolve-payment-method.ts'

/**
 * Takes a payment request as far as it can go without the shopper: merchant and terminal are checked, the payment
 * method is opened, the intent is committed, and only then anybody outside is asked
 * (docs/reference/guarantees.md#one-charge).
 * @throws RequestError for encrypted fields with a wrong content, and for a reference that is taken
 */
export function authorize(gateway: Gateway, request: PaymentRequest): Promise<NextStep> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async (snapshot, decided) => {
    const { config } = snapshot
    const acceptance = eligibilityFor(gateway, config, termsOf(request))
    if ('refusal' in acceptance) {
      if (mayNameCardNumber(request)) await openInVain(gateway, snapshot, request)
      return refuse(gateway, config, request, acceptance.refusal)
    }

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

/** Payment methods with a card that can be decrypted without side effects. */
const OPENED_IN_VAIN: readonly string[] = ['card', 'typed-card', 'network-token']

/**
 * Decrypts the card of a request that the terminal refuses, because the stored refusal has texts that may contain its
 * number. Fields that cannot be decrypted are ignored.
 */
async function openInVain(gateway: Gateway, snapshot: ConfigSnapshot, request: PaymentRequest): Promise<void> {
  if (!OPENED_IN_VAIN.includes(request.paymentMethod.kind)) return
  try {
    await resolvePaymentMethod(gateway, snapshot, request, [])
  } catch (error) {
    const isOfMethod =
      error instanceof RequestError && error.problems.some(({ property }) => property.startsWith('payment_method'))
    if (!isOfMethod) throw error
  }
}

/** The circuit of every account is open, so the shopper hears at once that it cannot be paid now. */
function declineUnavailable(gateway: Gateway, { transaction, attemptId }: ActiveAttempt): Promise<NextStep> {
  const outcome = gatewayOutcome('1001', 'No provider answers at the moment; try again in a minute.')
  return finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId })
}
