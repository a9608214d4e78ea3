import type { Customer } from './customer.ts'
import { BANK_METHODS, PURCHASE_ONLY } from './payment-methods.ts'
import type { TransactionType } from './terminal.ts'
import type { Transaction } from './transaction.ts'

/** Whether a card typed into our page is kept: never, always, or as the shopper says. */
export type SaveCard = 'no' | 'yes' | 'ask'

/** What a shopper pays in the browser. Each try is a transaction of the same order. */
export interface Session {
  readonly merchantId: string
  readonly sessionId: string
  readonly terminalId: string
  readonly reference: string
  readonly description: string
  readonly currency: string
  readonly amount: bigint
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  readonly returnUrl: string
  /** Fills the shopper's form in. */
  readonly customer: Customer
  readonly country: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Stored cards that may be paid with beside those of `customer.id`. */
  readonly paymentMethodIds: readonly string[]
  readonly saveCard: SaveCard
  readonly expiresAt: Date
  readonly createdAt: Date
}

/** A session as it stands on the database's clock, with its tries, newest first. */
export interface SessionState {
  readonly session: Session
  readonly isCanceled: boolean
  readonly isExpired: boolean
  readonly tries: readonly Transaction[]
}

export type SessionStatus = 'CREATED' | 'PENDING' | 'APPROVED' | 'CANCELED' | 'SESSION_EXPIRED'

/**
 * The status of a session follows from its tries (contract section 8): one that is approved or under way outlives the
 * session's time; after a declined one the shopper may try again.
 */
export function sessionStatusOf({ isCanceled, isExpired, tries }: SessionState): SessionStatus {
  if (tries.some(({ status }) => status === 'APPROVED')) return 'APPROVED'
  if (tries.some(({ status }) => status === 'PENDING')) return 'PENDING'
  if (isCanceled || tries[0]?.status === 'CANCELED') return 'CANCELED'
  return isExpired ? 'SESSION_EXPIRED' : 'CREATED'
}

/** The try a session's record names: the approved one, else the latest. */
export function tellingTry({ tries }: SessionState): Transaction | undefined {
  return tries.find(({ status }) => status === 'APPROVED') ?? tries[0]
}

/** The try that is approved or under way; there is never more than one. */
export function liveTry({ tries }: SessionState): Transaction | undefined {
  return tries.find(({ status }) => status === 'APPROVED' || status === 'PENDING')
}

/**
 * What a try with this method is called on a session's order, or undefined where the two do not fit: bank payments are
 * always a `PAYMENT`, and money that comes at once cannot be merely authorized (contract section 10, "Hosted page").
 */
export function tryTypeOf(method: string, ordered: Session['transactionType']): TransactionType | undefined {
  if (BANK_METHODS.some((bank) => bank === method)) return ordered === 'PURCHASE' ? 'PAYMENT' : undefined
  return ordered === 'AUTHORIZE' && PURCHASE_ONLY.includes(method) ? undefined : ordered
}
