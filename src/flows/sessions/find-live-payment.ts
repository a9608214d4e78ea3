import { livePayment, type SessionState } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { SessionError } from './session-error.ts'

/**
 * The payment that is under way, if the session may be paid at all. One that a provider is being asked about outlives
 * the session's time.
 * @throws SessionError `session_completed` or `session_expired`
 */
export function findLivePayment(state: SessionState): Transaction | undefined {
  const live = livePayment(state)
  if (live?.status === 'APPROVED' || live?.awaiting === 'confirmation') throw new SessionError('session_completed')
  if (live?.awaiting === 'provider-answer') return live
  if (state.isCanceled) throw new SessionError('session_completed')
  if (state.isExpired) throw new SessionError('session_expired')
  return live
}
