import { invalid } from '#domain/problem.ts'
import { isClosed, isWithShopper, livePayment, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { cancelSession } from '#store/sessions/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { cancelPayment } from '../payment/inquiry/abandon.ts'
import { showSession } from './read-session.ts'

/** Payments that may begin or end while a session is being canceled. A session has ten submits. */
const MAX_LOOKS = 20

/**
 * Cancels an open session for its merchant, with the payment that waits for the shopper
 * (docs/reference/sessions.md#cancel). Of a concurrent cancel and end of payment, one wins in the database.
 * @throws RequestError 404; 422 on `status` if it is approved or expired, or a provider has yet to answer
 */
export async function cancelByMerchant(gateway: Gateway, merchantId: string, id: string): Promise<SessionState> {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const state = await showSession(gateway, merchantId, id)
    const status = sessionStatusOf(state)
    if (status === 'CANCELED' && isClosed(state)) return state
    const live = livePayment(state)
    if (live && isWithShopper(live)) {
      await cancelPayment(gateway, live, 'The shop canceled the payment.', true)
      continue
    }
    if (live || status === 'SESSION_EXPIRED') throw invalid('status', REFUSALS[status]!, status)
    await cancelSession(gateway.sql, state, null)
  }
  throw new Error(`Session ${id} changed ${MAX_LOOKS} times while it was canceled.`)
}

const REFUSALS: Readonly<Record<string, string>> = {
  APPROVED: 'This session is paid; void or refund its payment instead.',
  PENDING: 'A provider has yet to confirm the payment of this session; wait for its event.',
  SESSION_EXPIRED: 'This session has expired; no payment can begin.',
}
