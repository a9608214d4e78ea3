import { newId } from '#domain/ids.ts'
import { keptText } from '#domain/kept-text.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import type { NextStep } from '#domain/next-step.ts'
import { livePayment, representativePayment, type Session } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { cancelSession, type StoredSession } from '#store/sessions/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { cancelPayment } from '../payment/inquiry/abandon.ts'
import { currentAnswer } from '../payment/outcome/current-answer.ts'
import { openSession } from './read-session.ts'
import { SessionError } from './session-error.ts'

/**
 * Cancels for the shopper (docs/reference/sessions.md#payments-in-a-session): the payment that waits for them; without
 * any payment, a new CANCELED transaction with its event.
 * @throws SessionError if the session has expired, or the shop canceled it before any payment
 */
export async function cancelByShopper(gateway: Gateway, { sessionId }: Session, customerIp: string): Promise<NextStep> {
  for (;;) {
    const state = await openSession(gateway, sessionId)
    const live = livePayment(state)
    if (live) return cancelPayment(gateway, live, 'The shopper canceled the payment.')
    const latest = representativePayment(state)
    if (state.isCanceled && latest) return { kind: 'result', transaction: latest }
    if (state.isCanceled) throw new SessionError('session_completed')
    if (state.isExpired) throw new SessionError('session_expired')
    const canceled = latest ?? nothingPaid(gateway, state, customerIp)
    if (!(await close(gateway, state, latest ? null : canceled))) continue
    if (!latest) gateway.observer.transactionEnded(canceled, null)
    return { kind: 'result', transaction: canceled }
  }
}

/** Cancels this payment; another one may follow. */
export function leavePayment(gateway: Gateway, transaction: Transaction): Promise<NextStep> {
  const isPending = transaction.status === 'PENDING'
  return isPending
    ? cancelPayment(gateway, transaction, 'The shopper canceled the payment.')
    : currentAnswer(gateway, transaction.merchantId, transaction.id)
}

function close({ sql }: Gateway, state: StoredSession, canceled: Transaction | null): Promise<boolean> {
  if (!canceled) return cancelSession(sql, state, null)
  return cancelSession(sql, state, {
    transaction: canceled,
    eventId: newId('evt'),
    event: transactionProcessed(canceled),
  })
}

function nothingPaid({ clock }: Gateway, { session }: StoredSession, customerIp: string): Transaction {
  const {
    merchantId,
    terminalId,
    sessionId,
    paymentLinkId,
    reference,
    description,
    transactionType,
    currency,
    amount,
  } = session
  const { customer, returnUrl, metadata } = session
  const wanted = { reference, description, transactionType, currency, amount, customer, returnUrl, metadata }
  const left = newTransaction(
    { merchantId, terminalId, sessionId, paymentLinkId, ...wanted, customerIp, initiatedBy: 'CUSTOMER' },
    clock.now(),
  )
  return {
    ...left,
    status: 'CANCELED',
    processingCode: '1003',
    responseMessage: keptText('The shopper left without a payment.'),
  }
}
