import type { EventType, FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { newId } from '#domain/ids.ts'
import type { Session } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isOriginal } from '#domain/transaction-type.ts'
import { ClientSecretExpiring } from '#interface/client.ts'
import { WebhookEndpointFailing } from '#interface/webhook-endpoint.ts'
import type { ApiClient } from '#store/merchants/api-clients.ts'

// Bodies of the events other than transaction.processed (docs/reference/event-types.md).

export function eventsAfterTransaction(ended: Transaction): readonly FurtherEvent[] {
  if (ended.status === 'APPROVED' && ended.transactionType === 'AUTHORIZATION_EXPIRY')
    return [authorizationExpired(ended)]
  if (ended.status !== 'APPROVED' || !isOriginal(ended.transactionType)) return []
  return [
    ...(ended.sessionId === null ? [] : [sessionCompleted(ended, ended.sessionId)]),
    ...(ended.storedToken === null ? [] : [paymentMethodKept(ended, ended.storedToken)]),
    ...(ended.review === null ? [] : [reviewOpened(ended)]),
  ]
}

function reviewOpened(approved: Transaction): FurtherEvent {
  const { id, merchantId, terminalId, amount, data, review, updatedAt: at } = approved
  const payload = { ...paymentFields(approved, id, amount), review, matched: data?.risk?.matched ?? [] }
  return event('transaction.review_opened', { merchantId, terminalId, at }, payload)
}

function sessionCompleted(paid: Transaction, sessionId: string): FurtherEvent {
  const { merchantId, terminalId, reference, currency, amount, metadata, updatedAt: at } = paid
  const payload = {
    ...sessionFields({ sessionId, merchantId, terminalId, reference, currency, amount }),
    status: 'APPROVED',
    transaction_id: paid.id,
    metadata,
  }
  return event('session.completed', { merchantId, terminalId, at }, payload)
}

/** @param transactionId the latest payment; null without one */
export function sessionExpired(session: Session, transactionId: string | null, at: Date): FurtherEvent {
  const { merchantId, terminalId, metadata } = session
  const payload = {
    ...sessionFields(session),
    status: 'SESSION_EXPIRED',
    transaction_id: transactionId,
    metadata,
  }
  return event('session.expired', { merchantId, terminalId, at }, payload)
}

type SessionKeys = 'sessionId' | 'merchantId' | 'terminalId' | 'reference' | 'currency' | 'amount'

function sessionFields({ sessionId, merchantId, terminalId, ...order }: Pick<Session, SessionKeys>) {
  const { reference, currency, amount } = order
  return {
    id: sessionId,
    merchant_id: merchantId,
    terminal_id: terminalId,
    reference,
    currency,
    amount: exactInteger(amount),
  }
}

function paymentMethodKept(paid: Transaction, token: string): FurtherEvent {
  const { merchantId, terminalId, customer, paymentMethod, updatedAt: at } = paid
  const { masked, brand, hash } = paymentMethod
  const card = { token, customerId: customer.id, masked, brand, hash }
  return event(
    'payment_method.kept',
    { merchantId, terminalId, at },
    { ...cardFields(merchantId, card), transaction_id: paid.id },
  )
}

export interface EventCard {
  readonly token: string
  readonly customerId: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
}

/** Event of a card that a merchant removed, alone or with its customer. */
export function paymentMethodRemoved(merchantId: string, card: EventCard, at: Date): FurtherEvent {
  return event('payment_method.removed', { merchantId, terminalId: null, at }, cardFields(merchantId, card))
}

export function cardFields(merchantId: string, { token, customerId, masked, brand, hash }: EventCard) {
  return { token, merchant_id: merchantId, customer_id: customerId, masked, brand, hash }
}

/** Refund or payout that its provider returned after its approval. */
export function moneyReturned(type: FurtherEvent['type'], approved: Transaction, reversal: Transaction): FurtherEvent {
  const { merchantId, terminalId, reference, currency, amount, parentId } = approved
  const payload = {
    id: approved.id,
    merchant_id: merchantId,
    terminal_id: terminalId,
    parent_id: parentId,
    reversal_id: reversal.id,
    reference,
    currency,
    amount: exactInteger(amount),
    response_message: reversal.responseMessage,
  }
  return event(type, { merchantId, terminalId, at: reversal.createdAt }, payload)
}

/** Authorization that expires soon. @param at time of the warning */
export function authorizationExpiring(authorization: Transaction, at: Date): FurtherEvent {
  const { merchantId, terminalId, id, amount, capturedAmount, followUps, authorizationExpiresAt } = authorization
  const left = amount - capturedAmount - followUps.capturingAmount
  const payload = { ...paymentFields(authorization, id, left), authorization_expires_at: authorizationExpiresAt }
  return event('authorization.expiring', { merchantId, terminalId, at }, payload)
}

function authorizationExpired(expiry: Transaction): FurtherEvent {
  const { merchantId, terminalId, id, parentId, amount, data, updatedAt: at } = expiry
  const fields = paymentFields(expiry, parentId, amount)
  const payload = { ...fields, expiry_id: id, expired_by: data?.expiredBy ?? null }
  return event('authorization.expired', { merchantId, terminalId, at }, payload)
}

/** @param amount of an authorization: what is left to capture, or was */
function paymentFields(about: Transaction, id: string | null, amount: bigint) {
  const { merchantId, terminalId, orderId, reference, currency, metadata } = about
  return {
    id,
    merchant_id: merchantId,
    terminal_id: terminalId,
    order_id: orderId,
    reference,
    currency,
    amount: exactInteger(amount),
    metadata,
  }
}

export interface ClosedDay {
  readonly merchantId: string
  readonly currency: string
  readonly gross: bigint
  readonly fee: bigint
}

/** One event per merchant. @param day in UTC, as in `2026-01-31` */
export function dayClosed(day: string, closed: readonly ClosedDay[], at: Date): readonly FurtherEvent[] {
  return [...Map.groupBy(closed, ({ merchantId }) => merchantId)].map(([merchantId, sums]) => {
    const currencies = sums.map(({ currency, gross, fee }) => ({
      currency,
      gross: exactInteger(gross),
      fee: exactInteger(fee),
      net: exactInteger(gross - fee),
    }))
    return event(
      'settlement_day.closed',
      { merchantId, terminalId: null, at },
      { merchant_id: merchantId, day, currencies },
    )
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
  const payload = WebhookEndpointFailing.of({ merchantId, webhookEndpointId, origin, failingSince: at, ...last })
  return event('webhook_endpoint.failing', { merchantId, terminalId: null, at }, payload)
}

/** Client with a secret that expires soon. */
export function clientSecretExpiring(client: ApiClient, at: Date): FurtherEvent {
  const { merchantId } = client
  return event('client.secret_expiring', { merchantId, terminalId: null, at }, ClientSecretExpiring.of(client))
}

export function event<T extends Exclude<EventType, 'transaction.processed'>>(
  type: T,
  about: Pick<FurtherEvent, 'merchantId' | 'terminalId' | 'at'>,
  payload: object,
): FurtherEvent {
  return { id: newId('evt'), type, ...about, body: JSON.stringify({ event: type, payload }) }
}
