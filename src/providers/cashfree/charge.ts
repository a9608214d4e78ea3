import type { AskedAttempt, Call, Charge, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { type Cashfree, find } from './client.ts'
import {
  codeOf,
  decidingPayment,
  type Payment,
  parseLink,
  parsePayment,
  paymentSaysOf,
  said,
} from './translate/payments.ts'
import { isDuplicateId, parseRefund, refusalOf } from './translate/refunds-and-transfers.ts'
import * as requests from './translate/requests.ts'

/** Creates the payer's link under the attempt's ID, which Cashfree accepts once. */
export async function createLink(cashfree: Cashfree, call: Call, charge: Charge): Promise<ProviderAnswer> {
  const { customer, money, attemptId } = charge
  if (money.currency !== 'INR') return answerWith('1001', 'Cashfree takes rupees only.')
  if (customer.phone === null) return answerWith('1001', "Cashfree needs the customer's phone number.")
  const answer = await cashfree(call, requests.linkRequest(charge, customer.phone))
  if (isDuplicateId(answer)) return whatIsThere(cashfree, call, attemptId)
  if (answer.status !== 200) return refusalOf(answer)
  const number = getText(answer.json, 'cf_link_id')
  if (number !== undefined) await call.rememberReference(number)
  return parseLink(answer.json)
}

async function whatIsThere(cashfree: Cashfree, call: Call, linkId: string): Promise<ProviderAnswer> {
  const link = await find(cashfree, call, requests.linkQuery(linkId))
  if (link === undefined) throw new UnknownOutcome('Cashfree is still making the payment link.')
  return parseLink(link)
}

/** Inquires by the attempt's ID, so no answer is needed. A failed try closes the link, so that the decline is final. */
export async function inquireLink(cashfree: Cashfree, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const { attemptId, providerReference, isOver } = attempt
  const link = await find(cashfree, call, requests.linkQuery(attemptId))
  if (link === undefined) return { kind: 'not-found' }
  const number = getText(link, 'cf_link_id')
  if (providerReference === null && number !== undefined) await call.rememberReference(number)
  const payment = decidingPayment(await paymentsOf(cashfree, call, attemptId))
  const isOpen = getText(link, 'link_status') === 'ACTIVE'
  if (!payment) return isOpen && isOver ? closed(cashfree, call, attempt) : parseLink(link)
  if (isOpen && !['0000', '1002'].includes(codeOf(payment))) return closed(cashfree, call, attempt)
  return paidOrNot(cashfree, call, attempt, payment)
}

/** Closes a link and returns the result of its payments so far. */
async function closed(cashfree: Cashfree, call: Call, asked: Asked): Promise<ProviderAnswer> {
  const { attemptId: linkId } = asked
  await cashfree(call, requests.cancelRequest(linkId))
  const link = await find(cashfree, call, requests.linkQuery(linkId))
  if (getText(link, 'link_status') === 'ACTIVE') throw new UnknownOutcome('Cashfree did not cancel the payment link.')
  const payment = decidingPayment(await paymentsOf(cashfree, call, linkId))
  return payment ? paidOrNot(cashfree, call, asked, payment) : parseLink(link)
}

type Asked = Pick<AskedAttempt, 'attemptId' | 'money'>

/** A reversed payment stays a success at Cashfree: only its reversal shows it. */
async function paidOrNot(cashfree: Cashfree, call: Call, asked: Asked, payment: Payment): Promise<ProviderAnswer> {
  if (codeOf(payment) !== '0000') return parsePayment(payment)
  const query = requests.refundQuery(payment.orderId, requests.reversalIdOf(asked.attemptId))
  const reversal = await find(cashfree, call, query)
  const isUndone = reversal !== undefined && isPendingOrDone(parseRefund(reversal))
  return isUndone ? said('1001', 'The payment was returned.', 'REVERSED') : paymentSaysOf(payment, asked.money)
}

export function isPendingOrDone(refund: ProviderAnswer): boolean {
  return refund.kind === 'outcome' && ['0000', '1002'].includes(refund.outcome.code)
}

export async function paymentsOf(cashfree: Cashfree, call: Call, linkId: string): Promise<readonly Payment[]> {
  const orders = listed(await find(cashfree, call, requests.ordersQuery(linkId)))
  const ids = orders.flatMap((order) => getText(order, 'order_id') ?? [])
  const tries = ids.map(async (orderId) => {
    const payments = listed(await find(cashfree, call, requests.paymentsQuery(orderId)))
    return payments.map((json) => ({ orderId, json }))
  })
  return (await Promise.all(tries)).flat()
}

function listed(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? answer : []
}
