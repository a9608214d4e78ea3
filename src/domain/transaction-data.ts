import type { AuthenticationSummary } from './authentication.ts'
import type { ProcessingCode } from './processing-code.ts'
import type { Status } from './status.ts'

/** What a record's `data` holds. */
export interface TransactionData {
  readonly checks?: CardChecks
  /** Of a bank transfer: what has arrived so far, in minor units; digits, because JSON cannot hold every int64. */
  readonly receivedAmount?: string
  readonly retryOptions?: RetryOptions
  /** Of money that came back: the refund or payout it came back from. */
  readonly reversalOf?: string
  /** Of an expiry of an authorization: who released the rest. */
  readonly expiredBy?: ExpiredBy
}

/** Who released what was left of an authorization. */
export type ExpiredBy = 'PROVIDER' | 'GATEWAY'

/** How the issuer's checks of the billing address and the security code went. They decline nothing by themselves. */
export interface CardChecks {
  readonly avs: CheckResult
  readonly cvv: CheckResult
}

export type CheckResult = 'match' | 'partial_match' | 'no_match' | 'not_checked' | 'unavailable'

/** Where the automatic retry of a transaction stands (docs/reference/retries.md#what-a-record-shows). */
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
}
