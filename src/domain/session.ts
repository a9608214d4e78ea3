import type { RequestedAgreement } from './agreement.ts'
import type { KeptCustomer } from './customer.ts'
import type { KeptJson, KeptText } from './kept-text.ts'
import { BANK_METHODS, PURCHASE_ONLY } from './payment-methods.ts'
import type { ThreeDsWishes } from './three-ds-wishes.ts'
import type { Transaction } from './transaction.ts'
import type { OriginalType } from './transaction-type.ts'

/** Rule for saving a card entered on our page: never, always, or as the shopper chooses. */
export type SaveCard = 'no' | 'yes' | 'ask'

/** Order of a session, or of each session of a payment link. */
export interface BrowserOrder {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
  readonly description: KeptText
  readonly currency: string
  readonly transactionType: Extract<OriginalType, 'AUTHORIZE' | 'PURCHASE'>
  readonly customer: KeptCustomer
  readonly country: string | null
  readonly metadata: KeptJson | null
  /** Agreement that each payment makes, or moves to its card. */
  readonly agreement: RequestedAgreement | null
  readonly saveCard: SaveCard
  /** Language tag of its pages; null for the browser's language. */
  readonly locale: string | null
  /** Offered methods, if the terminal accepts them; null for all. */
  readonly paymentMethods: readonly string[] | null
  readonly createdAt: Date
}

/** Order that a shopper pays in the browser. Each payment is a transaction of the same order. */
export interface Session extends BrowserOrder {
  readonly sessionId: string
  readonly amount: bigint
  readonly returnUrl: string
  /** Of an AUTHORIZE: capture deadline, by the merchant's clock. */
  readonly captureBy: Date | null
  readonly threeDs: ThreeDsWishes | null
  /** Stored cards offered in addition to those of `customer.id`. */
  readonly paymentMethodIds: readonly string[]
  readonly paymentLinkId: string | null
  readonly expiresAt: Date
}

/** Session by the database's clock, with its payments, newest first. */
export interface SessionState {
  readonly session: Session
  readonly isCanceled: boolean
  readonly isExpired: boolean
  readonly payments: readonly Transaction[]
}

export const SESSION_STATUSES = ['CREATED', 'PENDING', 'APPROVED', 'CANCELED', 'SESSION_EXPIRED'] as const

export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** Status by payments (docs/reference/sessions.md#statuses): an approved or pending one outlives the session's time. */
export function sessionStatusOf({ isCanceled, isExpired, payments }: SessionState): SessionStatus {
  if (payments.some(({ status }) => status === 'APPROVED')) return 'APPROVED'
  if (payments.some(({ status }) => status === 'PENDING')) return 'PENDING'
  if (isCanceled || payments[0]?.status === 'CANCELED') return 'CANCELED'
  return isExpired ? 'SESSION_EXPIRED' : 'CREATED'
}

export function isClosed({ isCanceled, isExpired }: SessionState): boolean {
  return isCanceled || isExpired
}

/** True if a session is unpaid, and its payment in progress, if any, waits for the shopper. */
export function isOpen(state: SessionState): boolean {
  const live = livePayment(state)
  return live ? isWithShopper(live) : sessionStatusOf(state) === 'CREATED'
}

/** True if a payment waits for its shopper, so that it can be canceled. */
export function isWithShopper({ awaiting }: Transaction): boolean {
  return awaiting === 'authentication' || awaiting === 'shopper'
}

/** Payment in a session's record: the approved one, else the latest. */
export function representativePayment({ payments }: SessionState): Transaction | undefined {
  return payments.find(({ status }) => status === 'APPROVED') ?? payments[0]
}

/** The approved or pending payment; there is never more than one. */
export function livePayment({ payments }: SessionState): Transaction | undefined {
  return payments.find(({ status }) => status === 'APPROVED' || status === 'PENDING')
}

/** Type of a payment by method; undefined if not allowed (docs/reference/sessions.md#what-may-be-paid-with). */
export function paymentTypeOf(method: string, sessionType: Session['transactionType']): OriginalType | undefined {
  if (BANK_METHODS.some((bank) => bank === method)) return sessionType === 'PURCHASE' ? 'PAYMENT' : undefined
  return sessionType === 'AUTHORIZE' && PURCHASE_ONLY.includes(method) ? undefined : sessionType
}
