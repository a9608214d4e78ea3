import type { AskedAttempt, Call, FollowUp, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { create, find, type Template } from './client.ts'
import { parseAnswer } from './translate/answer.ts'
import { refundQuery, refundRequest } from './translate/requests.ts'

/** Refunds a charge, in full or in part. Captures and voids belong here too. */
export async function refund(template: Template, call: Call, wanted: FollowUp): Promise<ProviderAnswer> {
  const answer = await create(template, call, refundRequest(wanted))
  return parseAnswer(answer, wanted.attemptId, wanted.money)
}

/** Finds a refund by `attemptId`. If refunds cannot be reversed, repeat one that is not found instead. */
export async function inquireRefund(template: Template, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const answer = await find(template, call, refundQuery(attempt.attemptId))
  return answer === undefined ? { kind: 'not-found' } : parseAnswer(answer, attempt.attemptId, attempt.money)
}
