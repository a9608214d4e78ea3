import type { FurtherEvent } from '#domain/event-types.ts'
import { newId } from '#domain/ids.ts'
import type { Session } from '#domain/session.ts'
import type { Outcome, Transaction } from '#domain/transaction.ts'
import { isOriginal } from '#domain/transaction-type.ts'
import { type EventValue, FURTHER_EVENTS } from '#interface/events/index.ts'
import type { ClosedDay } from '#store/ledger/ledger-days.ts'
import type { ApiClient } from '#store/merchants/api-clients.ts'

// Events other than transaction.processed (docs/reference/event-types.md).

export function eventsAfterTransaction(ended: Transaction): readonly FurtherEvent[] {
  if (ended.status === 'APPROVED' && ended.transactionType === 'AUTHORIZATION_EXPIRY')
    return [event('authorization.expired', aboutEnd(ended), ended)]
  if (ended.status !== 'APPROVED' || !isOriginal(ended.transactionType)) return []
  return [
    ...(ended.sessionId === null ? [] : [sessionCompleted(ended, ended.sessionId)]),
    ...(ended.storedToken === null ? [] : [paymentMethodKept(ended, ended.storedToken)]),
    ...(ended.review === null ? [] : [event('transaction.review_opened', aboutEnd(ended), ended)]),
  ]
}

function aboutEnd(ended: Transaction) {
  return { ...ended, at: ended.updatedAt }
}

function sessionCompleted(paid: Transaction, sessionId: string): FurtherEvent {
  return event('session.completed', aboutEnd(paid), { ...paid, sessionId, status: 'APPROVED', transactionId: paid.id })
}

/** @param transactionId the latest payment; null without one */
export function sessionExpired(session: Session, transactionId: string | null, at: Date): FurtherEvent {
  return event('session.expired', { ...session, at }, { ...session, status: 'SESSION_EXPIRED', transactionId })
}

function paymentMethodKept(paid: Transaction, token: string): FurtherEvent {
  const { merchantId, customer, paymentMethod, id: transactionId } = paid
  const card = { ...paymentMethod, merchantId, token, customerId: customer.id, transactionId }
  return event('payment_method.kept', aboutEnd(paid), card)
}

/** Refund or payout that its provider returned after its approval. */
export function moneyReturned(
  type: 'refund.failed' | 'payout.failed',
  approved: Transaction,
  reversal: Transaction,
): FurtherEvent {
  return event(type, { ...approved, at: reversal.createdAt }, { ...approved, reversal })
}

/** Authorization that expires soon. @param at time of the warning */
export function authorizationExpiring(authorization: Transaction, at: Date): FurtherEvent {
  const { amount, capturedAmount, followUps } = authorization
  const left = amount - capturedAmount - followUps.capturingAmount
  return event('authorization.expiring', { ...authorization, at }, { ...authorization, amount: left })
}

/** Declined charge that is attempted again. @param nextAttemptAt by the merchant's clock */
export function retryScheduled(charge: Transaction, last: Outcome, nextAttemptAt: Date): FurtherEvent {
  return event('transaction.retry_scheduled', aboutEnd(charge), { ...charge, last, nextAttemptAt })
}

/** One event per merchant. @param day in UTC, as in `2026-01-31` */
export function dayClosed(day: string, closed: readonly ClosedDay[], at: Date): readonly FurtherEvent[] {
  return [...Map.groupBy(closed, ({ merchantId }) => merchantId)].map(([merchantId, sums]) => {
    const currencies = sums.map((sum) => ({ ...sum, net: sum.gross - sum.fee }))
    return event('settlement_day.closed', { merchantId, terminalId: null, at }, { merchantId, day, currencies })
  })
}

export function endpointFailing(
  failing: { readonly merchantId: string; readonly webhookEndpointId: string; readonly url: string },
  last: { readonly responseStatus: number | null; readonly failure: string | null },
  at: Date,
): FurtherEvent {
  const { merchantId, webhookEndpointId, url } = failing
  // Path and query may hold a secret of the merchant.
  const { origin } = new URL(url)
  const value = { merchantId, webhookEndpointId, origin, failingSince: at, ...last }
  return event('webhook_endpoint.failing', { merchantId, terminalId: null, at }, value)
}

export function clientSecretExpiring(client: ApiClient, at: Date): FurtherEvent {
  const { merchantId } = client
  return event('client.secret_expiring', { merchantId, terminalId: null, at }, client)
}

type About = Pick<FurtherEvent, 'merchantId' | 'terminalId' | 'at'>

export function event<T extends FurtherEvent['type']>(type: T, about: About, value: EventValue<T>): FurtherEvent {
  const { merchantId, terminalId, at } = about
  const payload = FURTHER_EVENTS[type].payload.of(value as never)
  return { id: newId('evt'), type, merchantId, terminalId, at, body: JSON.stringify({ event: type, payload }) }
}
