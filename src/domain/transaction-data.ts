import type { Advice } from './advice.ts'
import type { AuthenticationSummary } from './authentication.ts'
import type { ProcessingCode } from './processing-code.ts'
import type { Routing } from './rules/routing.ts'
import type { RiskData } from './rules/rule.ts'
import type { Status } from './status.ts'
import type { ThreeDsWishes } from './three-ds-wishes.ts'

export interface TransactionData {
  readonly checks?: CardChecks
  /** Decision of the lists and risk rules; absent without either. */
  readonly risk?: RiskData
  /** Preferences of the merchant or a challenging rule for 3-D Secure; not shown. */
  readonly threeDs?: ThreeDsWishes
  readonly advice?: Advice
  /** Of a bank transfer: received so far, in minor units; digits, because JSON cannot hold every int64. */
  readonly receivedAmount?: string
  readonly retryOptions?: RetryOptions
  readonly routing?: Routing
  /** Of a declined charge that is asked for again; not shown. */
  readonly recovery?: Recovery
  /** Of returned money: the refund or payout that it came from. */
  readonly reversalOf?: string
  /** Of an expired authorization: the party that released the rest. */
  readonly expiredBy?: ExpiredBy
  /** Of a chargeback and its reversal. Shown as the record's `dispute_id`. */
  readonly disputeId?: string
}

/** State of a payment that a risk rule marked for review; a person decides once (docs/reference/reviews.md). */
export const REVIEWS = ['OPEN', 'CLEARED', 'FRAUD'] as const

export type Review = (typeof REVIEWS)[number]

export function isMarkedForReview(data: TransactionData | null): boolean {
  return data?.risk?.matched.some(({ action }) => action === 'REVIEW') ?? false
}

/** Recovery of a declined charge: days of its asks, and progress. */
export interface Recovery {
  /** Ascending whole days after the first ask. */
  readonly afterDays: readonly number[]
  readonly asks: number
  /** Entries of `afterDays` that were used or skipped. */
  readonly used: number
  /** RFC 3339, by the merchant's clock; null before the first answer. */
  readonly firstAskedAt: string | null
  /** Result of the last ask, which is final if none follows. */
  readonly last: LastDecline | null
}

/** Part of an outcome that is stored while the next ask is due. */
export interface LastDecline {
  readonly code: ProcessingCode
  readonly responseMessage: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
  readonly adviceCode?: string
}

/** Party that released the rest of an authorization. */
export type ExpiredBy = 'PROVIDER' | 'GATEWAY'

/** Results of the issuer's checks of billing address and security code. They alone decline nothing. */
export interface CardChecks {
  readonly avs: CheckResult
  readonly cvv: CheckResult
}

export const CHECK_RESULTS = ['match', 'partial_match', 'no_match', 'not_checked', 'unavailable'] as const

export type CheckResult = (typeof CHECK_RESULTS)[number]

/** State of the automatic retry of a transaction (docs/reference/retries.md#what-a-record-shows). */
export type RetryStatus = 'SCHEDULED' | 'AUTHENTICATING' | 'SUCCEEDED' | 'EXHAUSTED'

/** Attempt with one provider account, as records show it. */
export interface TriedAccount {
  readonly provider: string
  readonly providerAccountId: string
  readonly status: Status
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: string | null
  /** RFC 3339. */
  readonly createdAt: string
  /** Result of the shopper's authentication; only of attempts that another followed, and not on records. */
  readonly authentication?: AuthenticationSummary
}

/** Filled from the first retry on; the last of `attempts` is the current one. */
export interface RetryOptions {
  readonly attempts: readonly TriedAccount[]
  readonly retryCount: number
  readonly status: RetryStatus
  /** Of a recovery: the next ask, RFC 3339, by the merchant's clock. */
  readonly nextAttemptAt?: string
}
