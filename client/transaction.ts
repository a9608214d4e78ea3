import type { Problem } from './error.ts'
import type { Customer } from './requests.ts'

export type Status = 'CREATED' | 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'INVALID' | 'SESSION_EXPIRED'

/** How the payment method appears in a record: masked, never the number. */
export interface PaymentMethod {
  readonly method: string
  readonly type: string
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
  /** The saved card, where it was saved. */
  readonly token: string | null
}

/** A transaction record (docs/reference/objects.md#transaction-record). Amounts are minor units. */
export interface Transaction {
  readonly id: string
  readonly merchant_id: string
  readonly order_id: string
  readonly parent_id: string | null
  readonly terminal_id: string
  readonly reference: string
  readonly description: string | null
  readonly currency: string
  readonly amount: bigint
  readonly normalized_amount: bigint
  readonly captured_amount?: bigint
  readonly refunded_amount?: bigint
  /** Of an authorization of which something expired. */
  readonly expired_amount?: bigint
  /** Of an approved AUTHORIZE: when what is not captured is released. */
  readonly authorization_expires_at?: string
  readonly customer: Customer | null
  readonly customer_ip: string | null
  readonly processing_result: {
    readonly payment_provider_id: string | null
    readonly payment_provider_account_id: string | null
    readonly approval_code: string | null
    readonly reference_number: string | null
  }
  readonly approved: boolean
  readonly pending: boolean
  readonly channel: string
  readonly transaction_type: string
  readonly status: Status
  readonly payment_method: PaymentMethod
  readonly redirect_url: string | null
  readonly errors: readonly Problem[]
  readonly processing_code: string | null
  readonly response_message: string | null
  /** What can be asked of it now; absent from events. */
  readonly allowed_actions: readonly ('capture' | 'refund' | 'void')[]
  readonly data: {
    readonly retry_options?: RetryOptions
    readonly checks?: Checks
    /** Of a bank transfer: what has arrived so far. */
    readonly received_amount?: bigint
    /** Of an AUTHORIZATION_EXPIRY: who released the rest. */
    readonly expired_by?: 'PROVIDER' | 'GATEWAY'
  } | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** RFC 3339, UTC. */
  readonly created_at: string
  readonly updated_at: string
}

/** What the issuer said of the address and of the security code: hints, which decide nothing by themselves. */
export interface Checks {
  readonly avs: Check
  readonly cvv: Check
}

type Check = 'match' | 'partial_match' | 'no_match' | 'not_checked' | 'unavailable'

/** Filled from the first automatic retry with another provider on. */
export interface RetryOptions {
  readonly data: Readonly<Record<string, unknown>>
  readonly payment_provider_account_id: string
  readonly payment_provider_id: string
  readonly retry_count: number
  readonly status: string
}

/** Answer of `GET /api/transactions/{id}/status`. */
export type TransactionStatus =
  | { readonly found: true; readonly transaction: Transaction }
  | { readonly found: false; readonly transaction: null }

/** One thing that happened to a transaction (docs/reference/transactions.md#timeline). */
export interface TimelineItem {
  readonly at: string
  /** Such as `attempt`, `challenge`, `delivery`. */
  readonly kind: string
  readonly title: string
  readonly code: string | null
  readonly actor: string | null
  readonly detail: string | null
}

/** How many transactions there are; `capped`: there are more. */
export interface TransactionCount {
  readonly count: number
  readonly capped: boolean
}

/** One page of a list; `next_cursor` is null on the last. */
export interface List<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}
