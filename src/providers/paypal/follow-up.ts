import type { AskedAttempt, Call, FollowUp, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { isDone, readOrder, refused } from './charge.ts'
import type { PayPal } from './client.ts'
import { amountOf } from './translate/amount.ts'
import { findCapture } from './translate/orders.ts'
import { refundSaysOf } from './translate/refunds.ts'
import { refundQuery, refundRequest } from './translate/requests.ts'

type Refund = Pick<FollowUp, 'attemptId' | 'reference' | 'money'>

export async function refund(paypal: PayPal, call: Call, wanted: FollowUp): Promise<ProviderAnswer> {
  return carryOut(paypal, call, wanted, wanted.parent.providerReference)
}

/** Sends a lost refund again under its key, kept for 45 days: it can neither be found without its number nor reversed. */
export async function inquireRefund(paypal: PayPal, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const { providerReference, notices, parent } = attempt
  const refundId = providerReference ?? notices.find(({ refund_id }) => refund_id !== undefined)?.refund_id
  if (refundId === undefined) return carryOut(paypal, call, attempt, parent?.providerReference ?? null)
  const answer = await paypal(call, refundQuery(refundId))
  if (!isDone(answer)) throw new UnknownOutcome(`PayPal answered ${answer.status} to a question about a refund.`)
  return refundSaysOf(answer.json, attempt)
}

async function carryOut(paypal: PayPal, call: Call, wanted: Refund, orderId: string | null): Promise<ProviderAnswer> {
  const amount = amountOf(wanted.money)
  if (!amount) return answerWith('1001', `PayPal gives back ${wanted.money.currency} in whole units only.`)
  const capture = orderId === null ? undefined : findCapture(await readOrder(paypal, call, orderId))
  if (!capture) return answerWith('1001', 'PayPal knows of no capture that could be given back.')
  const answer = await paypal(call, refundRequest(capture.id, wanted, amount))
  if (!isDone(answer)) return refused(answer)
  const refundId = getText(answer.json, 'id')
  if (refundId !== undefined) await call.rememberReference(refundId)
  return refundSaysOf(answer.json, wanted)
}
