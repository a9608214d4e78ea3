import type { AskedAttempt, Call, FollowUp, InquiryAnswer, ProviderAnswer } from '@tollgate/provider'
import { type Api, create, find } from './client.ts'
import { parseAnswer } from './translate/answer.ts'
import { refundQuery, refundRequest } from './translate/requests.ts'

/** Refunds a charge, in full or in part. Captures and voids belong here too. */
export async function refund(api: Api, call: Call, wanted: FollowUp): Promise<ProviderAnswer> {
  const answer = await create(api, call, refundRequest(wanted))
  return parseAnswer(api.tools, answer, wanted.attemptId, wanted.money)
}

/** Finds a refund by `attemptId`. If refunds cannot be reversed, repeat one that is not found instead. */
export async function inquireRefund(api: Api, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const answer = await find(api, call, refundQuery(attempt.attemptId))
  if (answer === undefined) return { kind: 'not-found' }
  return parseAnswer(api.tools, answer, attempt.attemptId, attempt.money)
}
