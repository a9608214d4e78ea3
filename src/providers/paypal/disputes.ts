import type { Access, AskedDispute, ProviderDisputes } from '#providers/port/tools.ts'
import { getText, UnknownOutcome } from '#providers/port/tools.ts'
import { isDone } from './charge.ts'
import type { PayPal } from './client.ts'
import { disputedCaptureIn, disputeReportOf } from './translate/dispute.ts'
import { acceptClaimRequest, captureQuery, disputeQuery } from './translate/requests.ts'

/** Disputes of PayPal (docs/providers/paypal.md#disputes). */
export function openDisputes(paypal: PayPal): ProviderDisputes {
  return {
    caseUrl: (id, isTest) => `https://www.${isTest ? 'sandbox.' : ''}paypal.com/resolutioncenter/view/${id}`,
    async inquire(access: Access, { reference }: AskedDispute) {
      const answer = await paypal(access, disputeQuery(reference))
      if (answer.status === 404) return 'not-found'
      if (!isDone(answer)) throw new UnknownOutcome(`PayPal answered ${answer.status} to a question about a dispute.`)
      const attemptId = await attemptOf(paypal, access, disputedCaptureIn(answer.json))
      return attemptId === undefined ? 'not-found' : disputeReportOf(answer.json, attemptId)
    },
    async accept(access: Access, { reference }: AskedDispute) {
      const answer = await paypal(access, acceptClaimRequest(reference))
      // A closed case is rejected with 422; the next inquiry shows its state.
      if (isDone(answer) || answer.status === 422) return
      throw new UnknownOutcome(`PayPal rejected the acceptance (${answer.status}).`)
    },
  }
}

/** Captures have the ID of our attempt; those of other systems another one, or none. */
async function attemptOf(paypal: PayPal, access: Access, captureId: string | undefined): Promise<string | undefined> {
  if (captureId === undefined) return undefined
  const answer = await paypal(access, captureQuery(captureId))
  if (answer.status === 404) return undefined
  if (!isDone(answer)) throw new UnknownOutcome(`PayPal answered ${answer.status} to a question about a capture.`)
  return getText(answer.json, 'custom_id')
}
