import { findClientKeyOwner } from '#store/merchants/merchants.ts'
import { findSessionOwner } from '#store/sessions/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { SessionError } from './session-error.ts'

/**
 * Whether a browser may see a session: its client key must be that of the merchant who opened it.
 * @returns the merchant's id
 * @throws SessionError `session_not_found` for an unknown session as for another merchant's
 */
export async function openForBrowser({ sql }: Gateway, clientKey: string, sessionId: string): Promise<string> {
  const [merchantId, owner] = await Promise.all([findClientKeyOwner(sql, clientKey), findSessionOwner(sql, sessionId)])
  if (merchantId === undefined) throw new SessionError('invalid_client_key')
  if (owner !== merchantId) throw new SessionError('session_not_found')
  return merchantId
}
