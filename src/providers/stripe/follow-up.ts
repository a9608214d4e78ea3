import type { AskedAttempt, Call, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getPath, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { unsupportedAmount } from './charge.ts'
import { found, idIn, isAboutState, isKeyReused, type Send } from './client.ts'
import { belongsToMerchant } from './inquire.ts'
import { amountOf } from './translate/amount.ts'
import { refusalOf } from './translate/declines.ts'
import {
  type AskedFollowUp,
  cancelIntent,
  captureIntent,
  captureMark,
  createRefund,
  listRefunds,
  readRefund,
} from './translate/follow-ups.ts'
import { refundAnswerOf, succeeded } from './translate/intent.ts'
import { changeAsAsked, refundAsAsked } from './translate/repeated.ts'
import { readIntent } from './translate/requests.ts'

/** Captures, refunds or voids. A purchase is charged already: voiding it refunds the full amount. */
export async function followUp(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
  if (asked.parent.providerReference === null) return answerWith('1001', 'The ID of the payment at Stripe is unknown.')
  if (amountOf(asked.money) === undefined) return answerWith('1001', unsupportedAmount(asked.money.currency))
  return isRefund(asked) ? refund(send, call, asked) : changeIntent(send, call, asked)
}

/** A request unknown to Stripe is executed under its key: it cannot be barred, so only "done" stays true. */
export async function inquireFollowUp(
  send: Send,
  call: Call,
  asked: AskedFollowUp & Pick<AskedAttempt, 'providerReference'>,
): Promise<InquiryAnswer> {
  const { providerReference: intent } = asked.parent
  if (intent === null || amountOf(asked.money) === undefined) return followUp(send, call, asked)
  const state = found(await send(call, readIntent(intent)))
  if (!belongsToMerchant(state, asked)) return { kind: 'not-found' }
  const done = isRefund(asked) ? await findRefund(send, call, asked) : doneTo(state, asked)
  return done ?? followUp(send, call, asked)
}

function isRefund({ operation, parent }: AskedFollowUp): boolean {
  return operation === 'REFUND' || (operation === 'VOID' && parent.operation === 'PURCHASE')
}

async function changeIntent(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
  const intent = asked.parent.providerReference!
  const answer = await send(call, asked.operation === 'CAPTURE' ? captureIntent(asked) : cancelIntent(intent))
  if (answer.status === 200) return changeAsAsked(changed(answer.json), answer.json, asked)
  if (!isAboutState(answer)) return refusalOf(answer)
  return doneTo(found(await send(call, readIntent(intent))), asked) ?? refusalOf(answer)
}

/** Answer of an intent to a capture or cancellation; undefined if not executed. */
function doneTo(intent: unknown, asked: AskedFollowUp): ProviderAnswer | undefined {
  const { operation, attemptId } = asked
  const mark = getPath(intent, 'metadata')
  const isCaptured = operation === 'CAPTURE' && getText(mark, captureMark(attemptId)) !== undefined
  const isVoided = operation === 'VOID' && getText(intent, 'status') === 'canceled'
  return isCaptured || isVoided ? changeAsAsked(changed(intent), intent, asked) : undefined
}

function changed(intent: unknown): ProviderAnswer {
  const charge = getText(intent, 'latest_charge') ?? getText(intent, 'latest_charge.id')
  return succeeded(charge, 'succeeded')
}

async function refund(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
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
async function findRefund(
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
