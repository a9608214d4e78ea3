import type { ProcessingCode } from './processing-code.ts'
import type { Status } from './status.ts'

/** What a record tells beyond its own fields; records show it as `data`. */
export interface TransactionData {
  readonly checks?: CardChecks
  /** Of a bank transfer: what has arrived so far, in minor units; digits, because JSON cannot hold every int64. */
  readonly receivedAmount?: string
  readonly retryOptions?: RetryOptions
}

/**
 * What the issuer thought of the security code and the billing address: hints, never a reason of their own to decline.
 */
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
}

/** Filled from the first retry on; the last of `attempts` is the account now being tried. */
export interface RetryOptions {
  readonly attempts: readonly TriedAccount[]
  readonly retryCount: number
  readonly status: RetryStatus
}
