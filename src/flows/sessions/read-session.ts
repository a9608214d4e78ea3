import { orNotFound } from '#domain/problem.ts'
import { livePayment, type SessionState } from '#domain/session.ts'
import type { ShopperPage, Transaction } from '#domain/transaction.ts'
import { findClientKeyOwner } from '#store/merchants/merchants.ts'
import { findSession, findSessionOwner, type StoredSession } from '#store/sessions/sessions.ts'
import { findTransactionWithExtras } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { receiveReturn } from '../provider-callbacks/receive-return.ts'
import { SessionError } from './session-error.ts'

/** @throws RequestError `not-found`, also for another merchant's */
export async function showSession({ sql }: Gateway, merchantId: string, id: string): Promise<StoredSession> {
  return orNotFound(await findSession(sql, merchantId, id), 'session')
}

/** Finds a session of any merchant. @throws RequestError `not-found` */
export async function openSession({ sql }: Gateway, id: string): Promise<StoredSession> {
  return orNotFound(await findSession(sql, undefined, id), 'session')
}

/** For a shopper who may return from a provider's page: the provider is called first. @throws RequestError `not-found` */
export async function readSessionAfterInquiry(gateway: Gateway, id: string): Promise<StoredSession> {
  const state = await openSession(gateway, id)
  const live = livePayment(state)
  if (live?.awaiting !== 'shopper') return state
  await receiveReturn(gateway, live.merchantId, live.id)
  return openSession(gateway, id)
}

/** Our page of a payment, with the shopper's language. */
export async function shopperPageOf(
  { sql }: Gateway,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
): Promise<ShopperPage | null> {
  return (await findTransactionWithExtras(sql, merchantId, id))?.shopperPage ?? null
}

/**
 * Payment in progress, which may outlive the session's expiry. @throws SessionError `session_completed` or
 * `session_expired`
 */
export function findLivePayment(state: SessionState): Transaction | undefined {
  const live = livePayment(state)
  if (live?.status === 'APPROVED' || live?.awaiting === 'confirmation') throw new SessionError('session_completed')
  if (live?.awaiting === 'provider-answer') return live
  if (state.isCanceled) throw new SessionError('session_completed')
  if (state.isExpired) throw new SessionError('session_expired')
  return live
}

/**
 * Authorizes a browser by the client key of the session's merchant. @returns the merchant's ID
 * @throws SessionError `session_not_found` for an unknown session as for another merchant's
 */
export async function authorizeBrowser({ sql }: Gateway, clientKey: string, sessionId: string): Promise<string> {
  const [merchantId, owner] = await Promise.all([findClientKeyOwner(sql, clientKey), findSessionOwner(sql, sessionId)])
  if (merchantId === undefined) throw new SessionError('invalid_client_key')
  if (owner !== merchantId) throw new SessionError('session_not_found')
  return merchantId
}
