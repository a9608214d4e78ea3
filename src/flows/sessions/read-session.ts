import { notFound } from '#domain/problem.ts'
import type { SessionState } from '#domain/session.ts'
import { findSession, type KeptSession } from '#store/sessions.ts'
import type { Gateway } from '../gateway.ts'

/** @throws Refusal `not-found`, also where it is another merchant's */
export async function showSession({ sql }: Gateway, merchantId: string, id: string): Promise<SessionState> {
  const found = await findSession(sql, merchantId, id)
  if (!found) throw notFound('session')
  return found
}

/** The session a browser names, whoever's it is. @throws Refusal `not-found` */
export async function openSession({ sql }: Gateway, id: string): Promise<KeptSession> {
  const found = await findSession(sql, undefined, id)
  if (!found) throw notFound('session')
  return found
}
