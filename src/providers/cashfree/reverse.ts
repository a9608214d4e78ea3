import { type AskedAttempt, type Call, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { isPendingOrDone, paymentsOf } from './charge.ts'
import { type Cashfree, find } from './client.ts'
import { refundOnce } from './follow-up.ts'
import { codeOf, decidingPayment, paidIn } from './translate/payments.ts'
import { parseTransfer } from './translate/refunds-and-transfers.ts'
import { cancelRequest, linkQuery, reversalIdOf, transferQuery } from './translate/requests.ts'

export async function reverseLink(cashfree: Cashfree, call: Call, attempt: AskedAttempt): Promise<void> {
  const { attemptId, money } = attempt
  const cancelled = await cashfree(call, cancelRequest(attemptId))
  if (cancelled.status === 404) return
  const link = await find(cashfree, call, linkQuery(attemptId))
  if (getText(link, 'link_status') === 'ACTIVE') throw new UnknownOutcome('Cashfree did not cancel the payment link.')
  const payment = decidingPayment(await paymentsOf(cashfree, call, attemptId))
  if (!payment) return
  const code = codeOf(payment)
  if (code === '1002') throw new UnknownOutcome('Cashfree has not decided about the payment yet.')
  if (code !== '0000') return
  const paid = paidIn(payment, money)
  const refund = await refundOnce(cashfree, call, payment.orderId, reversalIdOf(attemptId), paid, 'reversal')
  if (!isPendingOrDone(refund)) throw new UnknownOutcome('Cashfree did not give the payment back.')
}

/** Confirms that no money went out; money that did cannot be reversed. */
export async function reverseTransfer(cashfree: Cashfree, call: Call, attempt: AskedAttempt): Promise<void> {
  const transfer = await find(cashfree, call, transferQuery(attempt.attemptId))
  if (transfer === undefined || !isPendingOrDone(parseTransfer(transfer))) return
  throw new UnknownOutcome('A payout cannot be reversed at Cashfree.')
}
