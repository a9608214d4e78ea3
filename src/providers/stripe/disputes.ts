import type { Access, AskedDispute, ProviderDisputes } from '#providers/port/tools.ts'
import { getText, UnknownOutcome } from '#providers/port/tools.ts'
import { found, type Send } from './client.ts'
import { disputeReportOf } from './translate/dispute.ts'
import { closeDispute, readDispute, readIntent } from './translate/requests.ts'

/** Disputes of Stripe (docs/providers/stripe.md#disputes). */
export function openDisputes(send: Send): ProviderDisputes {
  return {
    caseUrl: (reference, isTest) => `https://dashboard.stripe.com/${isTest ? 'test/' : ''}disputes/${reference}`,
    async inquire(access: Access, { reference, merchantId }: AskedDispute) {
      const answer = await send(access, readDispute(reference))
      if (answer.status === 404) return 'not-found'
      const dispute = found(answer)
      const isOwn = getText(dispute, 'payment_intent.metadata.merchant_id') === merchantId
      return isOwn ? disputeReportOf(dispute) : 'not-found'
    },
    async accept(access: Access, { reference }: AskedDispute) {
      const { status } = await send(access, closeDispute(reference))
      // A closed one is rejected as a bad request; the next inquiry shows its state.
      if (status !== 200 && status !== 400) throw new UnknownOutcome(`Stripe rejected the acceptance (${status}).`)
    },
    async findAttempt(access: Access, intent: string) {
      const answer = await send(access, readIntent(intent))
      if (answer.status === 404) return undefined
      const isOwn = getText(found(answer), 'metadata.merchant_id') === access.account.merchantId
      return isOwn ? getText(answer.json, 'metadata.attempt_id') : undefined
    },
  }
}
