import type { ApiAnswer, AskedAttempt, Call, Charge, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, markCaptureFailed, redirectTo, UnknownOutcome } from '#providers/port/tools.ts'
import type { PayPal } from './client.ts'
import { amountOf } from './translate/amount.ts'
import { mayHaveSucceeded, refusalOf, requiresPayerAction } from './translate/faults.ts'
import { findPayerLink, neverCaptured, orderSaysOf, pending } from './translate/orders.ts'
import { CANCELED, captureRequest, orderQuery, orderRequest } from './translate/requests.ts'

/** Stores the order's ID before approval: without it the order cannot be captured. */
export async function createOrder(paypal: PayPal, call: Call, charge: Charge): Promise<ProviderAnswer> {
  const amount = amountOf(charge.money)
  if (!amount) return answerWith('1001', `PayPal takes ${charge.money.currency} in whole units only.`)
  const answer = await paypal(call, orderRequest(charge, amount))
  if (!isDone(answer)) return refusalOf(answer)
  const orderId = getText(answer.json, 'id')
  if (orderId === undefined) throw new UnknownOutcome('PayPal answered with an order that has no number.')
  await call.rememberReference(orderId)
  const says = orderSaysOf(answer.json, charge)
  return says === 'approved' ? capture(paypal, call, orderId, charge) : says
}

/** Inquires about an order. An approved one is captured, unless the payment is over. */
export async function inquireOrder(paypal: PayPal, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const orderId = orderIdOf(attempt)
  // Without its ID no payer was sent to approve it.
  if (orderId === undefined) return { kind: 'not-found' }
  if (attempt.providerReference === null) await call.rememberReference(orderId)
  const order = await readOrder(paypal, call, orderId)
  if (order === undefined) return { kind: 'not-found' }
  const says = orderSaysOf(order, attempt)
  if (says !== 'approved') return unlessGivenUp(says, attempt)
  if (attempt.isOver) return neverCaptured('APPROVED')
  return unlessGivenUp(await capture(paypal, call, orderId, attempt), attempt)
}

/** PayPal keeps an order open if its payer cancels on the page. An approved order is captured anyway. */
function unlessGivenUp(says: ProviderAnswer, { returned }: AskedAttempt): ProviderAnswer {
  const isGivenUp = says.kind === 'shopper-step' && returned?.payer === CANCELED.payer
  return isGivenUp ? answerWith('1003', 'The payer left PayPal.') : says
}

type Asked = Pick<AskedAttempt, 'attemptId' | 'money'>

/** Order's ID, stored or from a verified notice. */
export function orderIdOf({ providerReference, notices }: AskedAttempt): string | undefined {
  return providerReference ?? notices.find(({ order_id }) => order_id !== undefined)?.order_id
}

/** Current order; undefined if PayPal does not know it, or no longer. */
export async function readOrder(paypal: PayPal, call: Call, orderId: string): Promise<unknown> {
  const answer = await paypal(call, orderQuery(orderId))
  if (answer.status === 404) return undefined
  if (!isDone(answer)) throw new UnknownOutcome(`PayPal answered ${answer.status} to a question about an order.`)
  return answer.json
}

export function isDone({ status }: ApiAnswer): boolean {
  return status === 200 || status === 201
}

async function capture(paypal: PayPal, call: Call, orderId: string, asked: Asked): Promise<ProviderAnswer> {
  const answer = await paypal(call, captureRequest(orderId, asked.attemptId))
  if (isDone(answer)) return markCaptureFailed(captured(answer.json, asked))
  if (mayHaveSucceeded(answer)) return markCaptureFailed(captured(await readOrder(paypal, call, orderId), asked))
  if (requiresPayerAction(answer)) return sendPayerAgain(paypal, call, orderId, answer)
  return markCaptureFailed(refused(answer))
}

/** A rejection of the request; one of our credentials, a token or the rate says nothing about the payment. */
export function refused(answer: ApiAnswer): ProviderAnswer {
  const isOfUs = answer.status === 401 || answer.status === 429
  if (isOfUs) throw new UnknownOutcome(`PayPal answered ${answer.status}: it has not decided about the payment.`)
  return refusalOf(answer)
}

/** Answer of an order that should be captured by now. */
function captured(order: unknown, asked: Asked): ProviderAnswer {
  const says = orderSaysOf(order, asked)
  if (says === 'approved') throw new UnknownOutcome('PayPal is still capturing the order.')
  return says
}

async function sendPayerAgain(paypal: PayPal, call: Call, orderId: string, answer: ApiAnswer): Promise<ProviderAnswer> {
  const url = findPayerLink(answer.json) ?? findPayerLink(await readOrder(paypal, call, orderId))
  return url === undefined ? pending('PAYER_ACTION_REQUIRED') : redirectTo(url)
}
