import type { Advice } from './advice.ts'
import type { AuthenticationSummary } from './authentication.ts'
import type { ProcessingCode } from './processing-code.ts'
import type { Routing } from './rules/routing.ts'
import type { RiskData } from './rules/rule.ts'
import type { Status } from './status.ts'
import type { ThreeDsWishes } from './three-ds-wishes.ts'

/** Content of a record's `data`. */
export interface TransactionData {
  readonly checks?: CardChecks
  /** Decision of the lists and the risk rules; absent without either. */
  readonly risk?: RiskData
  /** Wishes of the merchant for 3-D Secure, or those of a rule that challenges; not shown. */
  readonly threeDs?: ThreeDsWishes
  /** Scheme's advice after a decline. */
  readonly advice?: Advice
  /** Of a bank transfer: what has arrived so far, in minor units; digits, because JSON cannot hold every int64. */
  readonly receivedAmount?: string
  readonly retryOptions?: RetryOptions
  /** Choice of provider accounts by the merchant's routing rules. */
  readonly routing?: Routing
  /** Of a charge that is asked for again after a decline; not shown. */
  readonly recovery?: Recovery
  /** Of money that came back: the refund or payout it came back from. */
  readonly reversalOf?: string
  /** Of an expiry of an authorization: the party that released the rest. */
  readonly expiredBy?: ExpiredBy
}

/** State of a payment that a risk rule marked for review; a person decides once (docs/reference/reviews.md). */
export const REVIEWS = ['OPEN', 'CLEARED', 'FRAUD'] as const

export type Review = (typeof REVIEWS)[number]

/** True if a risk rule wants a person to look at the payment. */
export function isMarkedForReview(data: TransactionData | null): boolean {
  return data?.risk?.matched.some(({ action }) => action === 'REVIEW') ?? false
}

/** Recovery of a declined charge: the days on which it is asked for again, and how far it is. */
export interface Recovery {
  /** Ascending whole days after the first ask. */
  readonly afterDays: readonly number[]
  /** Asks so far. */
  readonly asks: number
  /** Entries of `afterDays` that were asked for or left out so far. */
  readonly used: number
  /** RFC 3339, by the merchant's clock; null before the first answer. */
  readonly firstAskedAt: string | null
  /** Result of the last ask, which stands if nothing follows. */
  readonly last: LastDecline | null
}

/** Part of an outcome that is kept while the next ask is due. */
export interface LastDecline {
  readonly code: ProcessingCode
  readonly responseMessage: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
  readonly adviceCode?: string
}

/** Party that released the rest of an authorization. */
export type ExpiredBy = 'PROVIDER' | 'GATEWAY'

/** How the issuer's checks of the billing address and the security code went. They decline nothing by themselves. */
export interface CardChecks {
  readonly avs: CheckResult
  readonly cvv: CheckResult
}

export const CHECK_RESULTS = ['match', 'partial_match', 'no_match', 'not_checked', 'unavailable'] as const

export type CheckResult = (typeof CHECK_RESULTS)[number]

/** State of the automatic retry of a transaction (docs/reference/retries.md#what-a-record-shows). */
export type RetryStatus = 'SCHEDULED' | 'AUTHENTICATING' | 'SUCCEEDED' | 'EXHAUSTED'

/** One attempt with one provider account, as records show it. */
export interface TriedAccount {
  readonly provider: string
  readonly providerAccountId: string
  readonly status: Status
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: string | null
  /** RFC 3339. */
  readonly createdAt: string
  /** How the shopper's authentication for it ended; only of those that another followed, and not on records. */
  readonly authentication?: AuthenticationSummary
}

/** Filled from the first retry on; the last of `attempts` is the account now being tried. */
export interface RetryOptions {
  readonly attempts: readonly TriedAccount[]
  readonly retryCount: number
  readonly status: RetryStatus
  /** Of a recovery: the next ask, RFC 3339, by the merchant's clock. */
  readonly nextAttemptAt?: string
}
