import type { AskedAttempt, Call, Charge, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith } from '#providers/port/tools.ts'
import { create, find, type Template } from './client.ts'
import { parseAnswer } from './translate/answer.ts'
import { chargeQuery, chargeRequest } from './translate/requests.ts'

/** Charges a card once per `attemptId`, the provider's idempotency key. */
export async function charge(template: Template, call: Call, wanted: Charge): Promise<ProviderAnswer> {
  const { instrument, attemptId, money } = wanted
  if (instrument.kind !== 'card') return answerWith('1001', 'Only cards are supported.')
  const answer = await create(template, call, chargeRequest(wanted, instrument.card))
  return parseAnswer(answer, attemptId, money)
}

/** Finds a charge by `attemptId`, which also works if its answer was lost. */
export async function inquireCharge(template: Template, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const answer = await find(template, call, chargeQuery(attempt.attemptId))
  return answer === undefined ? { kind: 'not-found' } : parseAnswer(answer, attempt.attemptId, attempt.money)
}
