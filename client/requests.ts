import type { RequestedPaymentMethod } from './payment-method.ts'

/** A customer (docs/reference/objects.md#customer); every field is optional. */
export interface Customer {
  readonly id?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly address?: string | null
  readonly city?: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null
  readonly postal_code?: string | null
  readonly email?: string | null
  readonly phone?: string | null
}

/**
 * What the shopper's browser says of itself. Send it with every payment: cards need it, and so do tokens that lead to
 * 3-D Secure, which you cannot tell from the outside.
 */
export interface BrowserInfo {
  readonly user_agent: string
  readonly accept_header: string
  readonly java_enabled: boolean
  /** Bits. */
  readonly color_depth: number
  /** Pixels. */
  readonly screen_height: number
  /** Pixels. */
  readonly screen_width: number
  /** Minutes from UTC. */
  readonly time_zone_offset: number
  readonly language: string
}

/** Body of `POST /api/transactions/authorize`. Vouchers need every field up to the return URLs. */
export interface AuthorizeRequest {
  /** 1 to 40 characters, unique per terminal. */
  readonly reference: string
  readonly terminal_id: string
  readonly description?: string
  /** ISO 4217. */
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE'
  readonly payment_method: RequestedPaymentMethod
  /** A card to be saved becomes theirs where `id` names a customer. */
  readonly customer?: Customer
  readonly customer_ip?: string
  readonly browser_info?: BrowserInfo
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly return_url?: string
  readonly error_url?: string
  readonly cancel_url?: string
  /** An approved payment then carries the saved card as `payment_method.token`. */
  readonly tokenization?: { readonly save_card_for_future_payments: boolean }
  readonly options?: {
    readonly three_ds?: { readonly notification_url?: string }
    /** RFC 3339, of an AUTHORIZE: voids at this time what is not captured. */
    readonly capture_by?: string
  }
}

/** What `POST /api/transactions/payment` takes. */
export type BankMethod = 'OPEN_BANKING' | 'UPI' | 'WALLETS' | 'BANK_TRANSFER' | 'QR_CODE'

/** What payments and payouts have in common. */
interface MoneyRequest {
  /** 1 to 80 characters. Sent again with the same amount and currency, it gets the transaction that stands. */
  readonly reference: string
  readonly terminal_id: string
  /** 1 to 100 characters. */
  readonly description: string
  /** ISO 4217. */
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly customer?: Customer
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, unknown>>
}

/** Body of `POST /api/transactions/payment`. */
export interface PaymentRequest extends MoneyRequest {
  readonly method: BankMethod
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly customer_ip: string
  readonly return_url: string
  readonly error_url: string
  readonly cancel_url: string
}

/** Body of `POST /api/transactions/payout`. */
export interface PayoutRequest extends MoneyRequest {
  readonly beneficiary: { readonly type: 'bank_account'; readonly data: BeneficiaryData }
  readonly return_url?: string
  readonly customer_ip?: string | null
}

/** The account that is paid. */
export interface BeneficiaryData {
  readonly account_number: string
  readonly account_name: string
  /** Required for INR. */
  readonly ifsc?: string | null
  readonly bank_code?: string | null
  readonly bank_name?: string | null
  readonly bank_branch?: string | null
  readonly bank_address?: string | null
  readonly bank_city?: string | null
  readonly bank_state?: string | null
  readonly mobile?: string | null
}

/** Body of `POST /api/transactions/manage`: what is done with an approved transaction. */
export interface ManageRequest {
  readonly transaction_type: 'CAPTURE' | 'REFUND' | 'VOID'
  /** The reference of the original order. */
  readonly reference: string
  readonly terminal_id: string
  /** ISO 4217. */
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  /** Without it the approved original of the order, else its latest. */
  readonly parent_transaction_id?: string | null
  readonly metadata?: Readonly<Record<string, string>>
  /** Of a capture: there will be none after it. */
  readonly options?: { readonly final_capture?: boolean }
}

/** How a challenge ended: authenticated, not, could not be performed, attempted, required, rejected. */
export type TransStatus = 'Y' | 'N' | 'U' | 'A' | 'C' | 'R'

/** Paging of every list: newest first. */
export interface Page {
  /** 1 to 100, 20 by default. */
  readonly limit?: number
  /** `next_cursor` of the page before. */
  readonly cursor?: string
}

/** What transactions are narrowed by; the times are RFC 3339. */
export interface TransactionFilters {
  readonly terminal_id?: string
  readonly reference?: string
  readonly order_id?: string
  readonly status?: string
  readonly transaction_type?: string
  readonly created_from?: string
  readonly created_to?: string
  readonly parent_id?: string
  readonly last_four?: string
  readonly email?: string
  readonly customer_id?: string
  /** Minor units, both included. */
  readonly amount_from?: string
  readonly amount_to?: string
  readonly currency?: string
  readonly payment_method?: string
  readonly brand?: string
  readonly provider_account_id?: string
  readonly processing_code?: string
  /** Authorizations with something left to capture that expire before this time. */
  readonly capture_by_before?: string
  /** What somebody typed into a search box. */
  readonly q?: string
}
