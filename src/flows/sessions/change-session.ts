import { invalid } from '#domain/problem.ts'
import { isOpen, type Session, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { updateSession } from '#store/sessions/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { showSession } from './read-session.ts'

/** What a merchant may change of a session; an absent field stays as it is. */
export type SessionChange = { readonly [Field in 'description' | 'metadata']?: Session[Field] | undefined }

/** Payments that may begin while a session is being changed. A session has ten submits. */
const MAX_LOOKS = 20

/**
 * Changes an open session; payments that begin afterwards have the new values (docs/reference/sessions.md#changes).
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
    const { description = state.session.description, metadata = state.session.metadata } = change
    const session = { ...state.session, description, metadata }
    if (await updateSession(gateway.sql, state, session)) return { ...state, session }
  }
  throw new Error(`Session ${id} changed ${MAX_LOOKS} times while it was being changed.`)
}
