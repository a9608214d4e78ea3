import type { AskedAttempt, Call, FollowUp, InquiryAnswer, Money, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { paymentsOf } from './charge.ts'
import { type Cashfree, find } from './client.ts'
import { codeOf, decidingPayment } from './translate/payments.ts'
import { isDuplicateId, refundSaysOf, refusalOf } from './translate/refunds-and-transfers.ts'
import { refundQuery, refundRequest } from './translate/requests.ts'

const NOT_PAID = 'Cashfree knows of no payment that could be given back.'

export async function refund(cashfree: Cashfree, call: Call, wanted: FollowUp): Promise<ProviderAnswer> {
  const orderId = await paidOrderOf(cashfree, call, wanted.parent.attemptId)
  if (orderId === undefined) return answerWith('1001', NOT_PAID)
  return refundOnce(cashfree, call, orderId, wanted.attemptId, wanted.money, wanted.reference)
}

/** Inquires about a refund. One that never arrived is sent again under its ID, because it cannot be reversed. */
export async function inquireRefund(cashfree: Cashfree, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const { attemptId, parent, money, reference } = attempt
  const orderId = parent ? await paidOrderOf(cashfree, call, parent.attemptId) : undefined
  if (orderId === undefined) throw new UnknownOutcome('Cashfree knows of no payment that this is a refund of.')
  const known = await find(cashfree, call, refundQuery(orderId, attemptId))
  return known === undefined
    ? refundOnce(cashfree, call, orderId, attemptId, money, reference)
    : refundSaysOf(known, attemptId, money)
}

/** @param refundId accepted once by Cashfree; a repeat returns the first result */
export async function refundOnce(
  cashfree: Cashfree,
  call: Call,
  orderId: string,
  refundId: string,
  money: Money,
  note: string,
): Promise<ProviderAnswer> {
  const answer = await cashfree(call, refundRequest(orderId, refundId, money, note))
  if (answer.status === 200) return remembered(call, answer.json, refundId, money)
  if (answer.status === 401 || answer.status === 429) {
    throw new UnknownOutcome(`Cashfree answered ${answer.status} to a refund.`)
  }
  if (!isDuplicateId(answer)) return refusalOf(answer)
  const known = await find(cashfree, call, refundQuery(orderId, refundId))
  if (known === undefined) throw new UnknownOutcome('Cashfree is still making the refund.')
  return remembered(call, known, refundId, money)
}

async function remembered(call: Call, refund: unknown, refundId: string, money: Money): Promise<ProviderAnswer> {
  const isReversal = refundId.startsWith('rev_')
  const number = getText(refund, 'cf_refund_id')
  if (number !== undefined && !isReversal) await call.rememberReference(number)
  return refundSaysOf(refund, refundId, money)
}

async function paidOrderOf(cashfree: Cashfree, call: Call, linkId: string): Promise<string | undefined> {
  const payment = decidingPayment(await paymentsOf(cashfree, call, linkId))
  return payment && codeOf(payment) === '0000' ? payment.orderId : undefined
}
