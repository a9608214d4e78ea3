import type { AskedAttempt, Call, Charge, InquiryAnswer, ProviderAnswer } from '@tollgate/provider'
import { type Api, create, find } from './client.ts'
import { parseAnswer } from './translate/answer.ts'
import { chargeQuery, chargeRequest } from './translate/requests.ts'

/** Charges a card once per `attemptId`, the provider's idempotency key. */
export async function charge(api: Api, call: Call, wanted: Charge): Promise<ProviderAnswer> {
  const { instrument, attemptId, money } = wanted
  if (instrument.kind !== 'card') return api.tools.answerWith('1001', 'Only cards are supported.')
  const answer = await create(api, call, chargeRequest(wanted, instrument.card))
  return parseAnswer(api.tools, answer, attemptId, money)
}

/** Finds a charge by `attemptId`, which also works if its answer was lost. */
export async function inquireCharge(api: Api, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const answer = await find(api, call, chargeQuery(attempt.attemptId))
  if (answer === undefined) return { kind: 'not-found' }
  return parseAnswer(api.tools, answer, attempt.attemptId, attempt.money)
}
