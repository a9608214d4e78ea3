import { invalid } from '#domain/problem.ts'
import { isOpen, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { type SessionChange, updateSession } from '#store/sessions/change-session.ts'
import type { Gateway } from '../gateway.ts'
import { showSession } from './read-session.ts'

/** Payments that may begin while a session is being changed. A session has ten submits. */
const MAX_LOOKS = 20

/**
 * Changes an open session; later payments have the new values (docs/reference/sessions.md#changes).
 * @throws RequestError 404; 422 on `status` if the session is no longer open
 */
export async function changeSession(
  gateway: Gateway,
  merchantId: string,
  id: string,
  change: SessionChange,
): Promise<SessionState> {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const state = await showSession(gateway, merchantId, id)
    const status = sessionStatusOf(state)
    if (!isOpen(state)) throw invalid('status', 'Only an open session can be changed.', status)
    if (await updateSession(gateway.sql, state, change)) return showSession(gateway, merchantId, id)
  }
  throw new Error(`Session ${id} changed ${MAX_LOOKS} times while it was being changed.`)
}
