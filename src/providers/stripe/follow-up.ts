import { textAt, valueAt } from '../http/fields-at.ts'
import type { AskedAttempt, Call, InquiryAnswer, ProviderAnswer } from '../provider.ts'
import { unfit } from './charge.ts'
import { found, isAboutState, type Send } from './client.ts'
import { isOf } from './inquiry.ts'
import { findRefund, refund } from './refund.ts'
import { amountOf } from './translate-amount.ts'
import { notAsked, refusalOf, said } from './translate-declines.ts'
import { type AskedFollowUp, cancelIntent, captureIntent, captureMark } from './translate-follow-ups.ts'
import { carriedOut } from './translate-intent.ts'
import { changeAsAsked } from './translate-repeated.ts'
import { readIntent } from './translate-requests.ts'

/** Captures, refunds or voids. A purchase is money already: to void it is to refund the whole of it. */
export async function followUp(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
  if (asked.parent.providerReference === null) return notAsked('Nobody knows what Stripe calls the payment.')
  if (amountOf(asked.money) === undefined) return notAsked(unfit(asked.money.currency))
  return isRefund(asked) ? refund(send, call, asked) : changeIntent(send, call, asked)
}

/**
 * What became of a follow-up. One that Stripe never heard of is carried out now, under its own key: it cannot be barred,
 * so that it is done is the only answer that stays true.
 */
export async function inquireFollowUp(
  send: Send,
  call: Call,
  asked: AskedFollowUp & Pick<AskedAttempt, 'providerReference'>,
): Promise<InquiryAnswer> {
  const { providerReference: intent } = asked.parent
  if (intent === null || amountOf(asked.money) === undefined) return followUp(send, call, asked)
  const state = found(await send(call, readIntent(intent)))
  if (!isOf(state, asked)) return { kind: 'not-found' }
  const done = isRefund(asked) ? await findRefund(send, call, asked) : doneTo(state, asked)
  return done ?? followUp(send, call, asked)
}

function isRefund({ operation, parent }: AskedFollowUp): boolean {
  return operation === 'REFUND' || (operation === 'VOID' && parent.operation === 'PURCHASE')
}

/** Captures or cancels. */
async function changeIntent(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
  const intent = asked.parent.providerReference!
  const answer = await send(call, asked.operation === 'CAPTURE' ? captureIntent(asked) : cancelIntent(intent))
  if (answer.status === 200) return changeAsAsked(said(outcomeOf(answer.json)), answer.json, asked)
  if (!isAboutState(answer)) return refusalOf(answer)
  return doneTo(found(await send(call, readIntent(intent))), asked) ?? refusalOf(answer)
}

/** What an intent says of a capture or a cancellation that was carried out before, undefined if it was not. */
function doneTo(intent: unknown, asked: AskedFollowUp): ProviderAnswer | undefined {
  const { operation, attemptId } = asked
  const mark = valueAt(intent, 'metadata')
  const isCaptured = operation === 'CAPTURE' && textAt(mark, captureMark(attemptId)) !== undefined
  const isVoided = operation === 'VOID' && textAt(intent, 'status') === 'canceled'
  return isCaptured || isVoided ? changeAsAsked(said(outcomeOf(intent)), intent, asked) : undefined
}

function outcomeOf(intent: unknown) {
  const charge = textAt(intent, 'latest_charge') ?? textAt(intent, 'latest_charge.id')
  return carriedOut(charge, 'succeeded')
}
