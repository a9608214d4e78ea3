import { type AskedAttempt, type Call, UnknownOutcome } from '#providers/port/tools.ts'
import { isDone, orderIdOf, readOrder } from './charge.ts'
import type { PayPal } from './client.ts'
import { issueOf } from './translate/faults.ts'
import { type Capture, findCapture } from './translate/orders.ts'
import { blockCaptureRequest, reversalRequest } from './translate/requests.ts'

/** Statuses of a capture that cannot be refunded further. */
const NOTHING_LEFT = ['REFUNDED', 'DECLINED', 'FAILED']

/** Bars an order, or refunds its capture. Only an order before its capture can be changed, so PayPal itself decides races. */
export async function reverseOrder(paypal: PayPal, call: Call, attempt: AskedAttempt): Promise<void> {
  const orderId = orderIdOf(attempt)
  if (orderId === undefined) return
  const barred = await paypal(call, blockCaptureRequest(orderId))
  if (barred.status < 300 || barred.status === 404) return
  const order = await readOrder(paypal, call, orderId)
  const capture = findCapture(order)
  if (capture) await refundCapture(paypal, call, capture, attempt.attemptId)
  else if (!isUnapproved(order)) throw new UnknownOutcome(`PayPal did not bar the order (${issueOf(barred)}).`)
}

/** Nothing can be captured. PayPal bars an order only once approved; an inquiry that finds it approved reverses it again. */
function isUnapproved(order: unknown): boolean {
  const { status } = Object(order) as { status?: unknown }
  return order === undefined || status === 'PAYER_ACTION_REQUIRED' || status === 'CREATED' || status === 'VOIDED'
}

async function refundCapture(paypal: PayPal, call: Call, { id, status }: Capture, attemptId: string): Promise<void> {
  if (NOTHING_LEFT.includes(status)) return
  const answer = await paypal(call, reversalRequest(id, attemptId))
  if (issueOf(answer) === 'CAPTURE_FULLY_REFUNDED') return
  const { status: refund } = Object(answer.json) as { status?: unknown }
  if (isDone(answer) && (refund === 'COMPLETED' || refund === 'PENDING')) return
  throw new UnknownOutcome(`PayPal did not give the payment back (${issueOf(answer)}).`)
}
