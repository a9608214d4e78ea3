import { getPath, getText } from '#providers/port/json-path.ts'
import { type AskedAttempt, type Call, type ProviderAnswer, UnknownOutcome } from '#providers/port/provider.ts'
import { found, idIn, isKeyReused, type Send } from './client.ts'
import { refusalOf } from './translate/declines.ts'
import { type AskedFollowUp, createRefund, listRefunds, readRefund } from './translate/follow-ups.ts'
import { refundAnswerOf } from './translate/intent.ts'
import { refundAsAsked } from './translate/repeated.ts'

export async function refund(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
  const answer = await send(call, createRefund(asked))
  if (isKeyReused(answer.json)) throw new UnknownOutcome('The key of this refund was used for another one.')
  if (answer.status !== 200) return refusalOf(answer)
  await call.rememberReference(idIn(answer))
  return answerTo(answer.json, asked)
}

function answerTo(refund: unknown, asked: AskedFollowUp): ProviderAnswer {
  return refundAsAsked(refundAnswerOf(refund), refund, asked)
}

/** Result of a refund; undefined if Stripe has none of this attempt. */
export async function findRefund(
  send: Send,
  call: Call,
  asked: AskedFollowUp & Pick<AskedAttempt, 'providerReference'>,
): Promise<ProviderAnswer | undefined> {
  const { providerReference: reference } = asked
  if (reference !== null) return answerTo(found(await send(call, readRefund(reference))), asked)
  const unremembered = await lookThrough(send, call, asked)
  if (unremembered === undefined) return undefined
  await call.rememberReference(getText(unremembered, 'id')!)
  return answerTo(unremembered, asked)
}

/** Finds this attempt's refund among all of the charge. Stripe forgets keys after a day, but no refund. */
async function lookThrough(send: Send, call: Call, { attemptId, parent }: AskedFollowUp): Promise<unknown> {
  for (let last: string | undefined; ; ) {
    const page = found(await send(call, listRefunds(parent.providerReference!, last)))
    const refunds = listIn(page)
    const own = refunds.find((one) => getText(one, 'metadata.attempt_id') === attemptId)
    last = getText(refunds.at(-1), 'id')
    if (own !== undefined || getPath(page, 'has_more') !== true || last === undefined) return own
  }
}

function listIn(page: unknown): readonly unknown[] {
  const data = getPath(page, 'data')
  if (!Array.isArray(data)) throw new UnknownOutcome('Stripe answered with something that is no list.')
  return data
}
