import { newId } from '#domain/ids.ts'
import type { NextStep } from '#domain/next-step.ts'
import { liveTry, type Session, tellingTry } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { cancelSession, type KeptSession } from '#store/sessions/sessions.ts'
import { blankTransaction } from '../authorize/draft-transaction.ts'
import { currentAnswer } from '../current-answer.ts'
import type { Gateway } from '../gateway.ts'
import { cancelTry } from './cancel-payment.ts'
import { openSession } from './read-session.ts'
import { SessionError } from './session-error.ts'

/**
 * The shopper leaves (contract section 10, "Hosted page"): a try that waits for them is canceled; a session without any
 * gets one CANCELED transaction with its event; after declined ones nothing more has to be told.
 * @throws SessionError where the session's time is over
 */
export async function leaveSession(gateway: Gateway, { sessionId }: Session, customerIp: string): Promise<NextStep> {
  for (;;) {
    const state = await openSession(gateway, sessionId)
    const live = liveTry(state)
    if (live) return cancelTry(gateway, live, 'The shopper canceled the payment.')
    const told = tellingTry(state)
    if (state.isCanceled && told) return { kind: 'result', transaction: told }
    if (state.isExpired) throw new SessionError('session_expired')
    const canceled = told ?? nothingPaid(gateway, state, customerIp)
    if (await close(gateway, state, told ? null : canceled)) return { kind: 'result', transaction: canceled }
  }
}

/** The shopper gave one try up; another may follow. */
export function leaveTry(gateway: Gateway, transaction: Transaction): Promise<NextStep> {
  const isPending = transaction.status === 'PENDING'
  return isPending
    ? cancelTry(gateway, transaction, 'The shopper canceled the payment.')
    : currentAnswer(gateway, transaction.merchantId, transaction.id)
}

function close({ sql }: Gateway, state: KeptSession, canceled: Transaction | null): Promise<boolean> {
  if (!canceled) return cancelSession(sql, state, null)
  return cancelSession(sql, state, {
    transaction: canceled,
    eventId: newId('evt'),
    event: transactionProcessed(canceled),
  })
}

/** What a merchant hears of a session that was left untried. */
function nothingPaid(gateway: Gateway, { session }: KeptSession, customerIp: string): Transaction {
  const order = {
    ...session,
    referenceKind: 'session' as const,
    paymentMethod: { kind: 'redirect' as const, type: '', name: '', payer: null },
    saveCard: false,
    customerIp,
    browserInfo: null,
    errorUrl: null,
    cancelUrl: null,
    notificationUrl: null,
    session,
  }
  return {
    ...blankTransaction(gateway, order),
    status: 'CANCELED',
    processingCode: '1003',
    responseMessage: 'The shopper left without a try.',
  }
}
