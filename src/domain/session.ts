import type { KeptCustomer } from './customer.ts'
import type { KeptJson, KeptText } from './kept-text.ts'
import { BANK_METHODS, PURCHASE_ONLY } from './payment-methods.ts'
import type { Transaction } from './transaction.ts'
import type { OriginalType } from './transaction-type.ts'

/** Whether a card typed into our page is kept: never, always, or as the shopper says. */
export type SaveCard = 'no' | 'yes' | 'ask'

/** What a shopper pays in the browser. Each payment is a transaction of the same order. */
export interface Session {
  readonly merchantId: string
  readonly sessionId: string
  readonly terminalId: string
  readonly reference: string
  readonly description: KeptText
  readonly currency: string
  readonly amount: bigint
  readonly transactionType: Extract<OriginalType, 'AUTHORIZE' | 'PURCHASE'>
  readonly returnUrl: string
  /** What the shopper's form is filled in with. */
  readonly customer: KeptCustomer
  readonly country: string | null
  readonly metadata: KeptJson | null
  /** Of an AUTHORIZE: until when its payment is to be captured, by the merchant's clock. */
  readonly captureBy: Date | null
  /** Stored cards that may be paid with, in addition to those of `customer.id`. */
  readonly paymentMethodIds: readonly string[]
  readonly saveCard: SaveCard
  readonly expiresAt: Date
  readonly createdAt: Date
}

/** A session as it stands on the database's clock, with its payments, newest first. */
export interface SessionState {
  readonly session: Session
  readonly isCanceled: boolean
  readonly isExpired: boolean
  readonly payments: readonly Transaction[]
}

export type SessionStatus = 'CREATED' | 'PENDING' | 'APPROVED' | 'CANCELED' | 'SESSION_EXPIRED'

/**
 * The status of a session follows from its payments (docs/reference/sessions.md#statuses): one that is approved or
 * under way outlives the session's time; after a declined one the shopper may try again.
 */
export function sessionStatusOf({ isCanceled, isExpired, payments }: SessionState): SessionStatus {
  if (payments.some(({ status }) => status === 'APPROVED')) return 'APPROVED'
  if (payments.some(({ status }) => status === 'PENDING')) return 'PENDING'
  if (isCanceled || payments[0]?.status === 'CANCELED') return 'CANCELED'
  return isExpired ? 'SESSION_EXPIRED' : 'CREATED'
}

/** The payment a session's record names: the approved one, else the latest. */
export function representativePayment({ payments }: SessionState): Transaction | undefined {
  return payments.find(({ status }) => status === 'APPROVED') ?? payments[0]
}

/** The payment that is approved or under way; there is never more than one. */
export function livePayment({ payments }: SessionState): Transaction | undefined {
  return payments.find(({ status }) => status === 'APPROVED' || status === 'PENDING')
}

/**
 * The type of a session's payment by this method, or undefined where the two do not fit: bank payments are always a
 * `PAYMENT`, and a method that takes the money at once cannot be merely authorized
 * (docs/reference/sessions.md#what-may-be-paid-with).
 */
export function paymentTypeOf(method: string, sessionType: Session['transactionType']): OriginalType | undefined {
  if (BANK_METHODS.some((bank) => bank === method)) return sessionType === 'PURCHASE' ? 'PAYMENT' : undefined
  return sessionType === 'AUTHORIZE' && PURCHASE_ONLY.includes(method) ? undefined : sessionType
}
