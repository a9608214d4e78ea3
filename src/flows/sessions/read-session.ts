import { notFound } from '#domain/problem.ts'
import { livePayment, type SessionState } from '#domain/session.ts'
import type { ShopperPage, Transaction } from '#domain/transaction.ts'
import { findSession, type KeptSession } from '#store/sessions/sessions.ts'
import { findTransactionWithExtras } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { receiveReturn } from '../provider-callbacks/receive-return.ts'

/** @throws RequestError `not-found`, also where it is another merchant's */
export async function showSession({ sql }: Gateway, merchantId: string, id: string): Promise<SessionState> {
  const found = await findSession(sql, merchantId, id)
  if (!found) throw notFound('session')
  return found
}

/** The session a browser names, whoever's it is. @throws RequestError `not-found` */
export async function openSession({ sql }: Gateway, id: string): Promise<KeptSession> {
  const found = await findSession(sql, undefined, id)
  if (!found) throw notFound('session')
  return found
}

/**
 * The same for a shopper who looks at it: where they come back from a provider's page, the provider is asked first.
 * @throws RequestError `not-found`
 */
export async function freshSession(gateway: Gateway, id: string): Promise<KeptSession> {
  const state = await openSession(gateway, id)
  const live = livePayment(state)
  if (live?.awaiting !== 'shopper') return state
  await receiveReturn(gateway, live.merchantId, live.id)
  return openSession(gateway, id)
}

/** The page of ours a payment is paid on, with the shopper's language. */
export async function shopperPageOf(
  { sql }: Gateway,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
): Promise<ShopperPage | null> {
  return (await findTransactionWithExtras(sql, merchantId, id))?.shopperPage ?? null
}
