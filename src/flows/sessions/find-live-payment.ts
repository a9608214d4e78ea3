import { liveTry, type SessionState } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { SessionRefusal } from './session-error.ts'

/**
 * The try that is under way, if the session may be paid at all. One that a provider is being asked about outlives the
 * session's time.
 * @throws SessionRefusal `session_completed` or `session_expired`
 */
export function tryUnderWay(state: SessionState): Transaction | undefined {
  const live = liveTry(state)
  if (live?.status === 'APPROVED' || live?.awaiting === 'confirmation') throw new SessionRefusal('session_completed')
  if (live?.awaiting === 'provider-answer') return live
  if (state.isCanceled) throw new SessionRefusal('session_completed')
  if (state.isExpired) throw new SessionRefusal('session_expired')
  return live
}
