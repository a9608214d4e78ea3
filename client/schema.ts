/**
 * Requests and responses of the API for merchants, and the events. Written from `/openapi.json` by
 * `npx vitest run test/api/client -u`. Amounts are minor units, times RFC 3339.
 */

/** Body of `POST /api/transactions/authorize`. */
export interface AuthorizeRequest {
  /** Unique per terminal. */
  readonly reference: string
  readonly terminal_id: string
  readonly description?: string | null
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** An integer in minor units of the currency. */
  readonly amount: bigint
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE'
  readonly payment_method:
    | CardMethod
    | SavedCardMethod
    | AgreementMethod
    | NetworkTokenMethod
    | WalletTokenMethod
    | WalletRedirectMethod
    | VoucherMethod
  readonly customer?: Customer | null
  /** IPv4 or IPv6. */
  readonly customer_ip?: string | null
  readonly browser_info?: BrowserInfo | null
  /** At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
  /** Absolute, https (in UAT also http), without user info. */
  readonly return_url?: string | null
  /** Absolute, https (in UAT also http), without user info. */
  readonly error_url?: string | null
  /** Absolute, https (in UAT also http), without user info. */
  readonly cancel_url?: string | null
  readonly tokenization?: {
    /** An approved payment then has the token of the card in `payment_method.token`. */
    readonly save_card_for_future_payments?: boolean | null
  } | null
  readonly agreement?: AgreementOfAPayment | null
  readonly options?: {
    readonly three_ds?: {
      readonly notification_url?: string | null
      /** Your wish for a challenge. */
      readonly challenge?: 'NO_PREFERENCE' | 'NOT_WANTED' | 'PREFERRED' | 'MANDATED' | null
      /** One of the `exemptions` of the terminal. */
      readonly exemption?: 'LOW_VALUE' | 'TRANSACTION_RISK' | 'TRUSTED_BENEFICIARY' | 'SECURE_CORPORATE' | null
    } | null
    /** Of an AUTHORIZE: voids at this time what is not captured. At most the limit of the provider account. */
    readonly capture_by?: string | null
    readonly recovery?: Recovery | null
  } | null
}

/** Needs `browser_info`. */
export interface CardMethod {
  readonly type: 'card'
  readonly data: {
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_card_number: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_cvv: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_expiration_month: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_expiration_year: string
  }
}

/** Needs `browser_info`. */
export interface SavedCardMethod {
  readonly type: 'saved_card'
  readonly data: {
    /** The token of the stored card. */
    readonly payment_method_id: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_cvv?: string | null
  }
}

/** Charges a card while the shopper is away, without 3-D Secure. */
export interface AgreementMethod {
  readonly type: 'agreement'
  readonly data: {
    /** An active agreement. */
    readonly agreement_id: string
  }
}

/** Without a cryptogram it needs `browser_info`. */
export interface NetworkTokenMethod {
  readonly type: 'network-token'
  readonly data: {
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_token_number: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_expiration_month: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_expiration_year: string
    /** RSA-OAEP with SHA-256 (hash and MGF1) under the merchant public key, then Base64. */
    readonly encrypted_cryptogram?: string | null
    /** Only with a cryptogram. */
    readonly eci?: '00' | '01' | '02' | '05' | '06' | '07' | null
    /** `network-token` by default. */
    readonly source?: 'network-token' | 'walleta-pay' | 'walletb-pay' | null
  }
}

/** Send `browser_info` with it: a token without a cryptogram needs it. */
export interface WalletTokenMethod {
  readonly type: 'walleta-pay'
  readonly data: {
    /** The wallet's token, a JSON string (ECv2), Base64-encoded as a whole. */
    readonly walleta_pay_token: string
  }
}

/** `PURCHASE` only. Needs `return_url`. */
export interface WalletRedirectMethod {
  readonly type: 'walleta-pay-redirect' | 'walletb-pay-redirect'
  readonly data: Readonly<Record<string, never>>
}

/**
 * `PURCHASE` only. Needs `description`, `customer`, `browser_info`, `metadata`, `return_url`,
 * `error_url`, `cancel_url`.
 */
export interface VoucherMethod {
  readonly type:
    | 'voucher-redirect-ali'
    | 'voucher-redirect-blt'
    | 'voucher-redirect-chp'
    | 'voucher-redirect-gir'
    | 'voucher-redirect-glu'
    | 'voucher-redirect-gfc'
    | 'voucher-redirect-obt'
    | 'voucher-redirect-npy'
    | 'voucher-redirect-ntl'
    | 'voucher-redirect-onb'
    | 'voucher-redirect-pgf'
    | 'voucher-redirect-psc'
    | 'voucher-redirect-pch'
    | 'voucher-redirect-pwy'
    | 'voucher-redirect-gch'
    | 'voucher-redirect-grp'
    | 'voucher-redirect-cns'
    | 'voucher-redirect-dna'
    | 'voucher-redirect-lnj'
    | 'voucher-redirect-mah'
    | 'voucher-redirect-spx'
    | 'voucher-redirect-khp'
    | 'voucher-redirect-spi'
    | 'voucher-redirect-sft'
    | 'voucher-redirect-epd'
    | 'voucher-redirect-idl'
    | 'voucher-redirect-bct'
    | 'voucher-redirect-blk'
    | 'voucher-redirect-kla'
    | 'voucher-redirect-swi'
    | 'voucher-redirect-twt'
    | 'voucher-redirect-mbp'
  readonly data: {
    /** An email address. */
    readonly email: string
    readonly first_name: string
    readonly last_name: string
  }
}

export interface Customer {
  readonly id?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly address?: string | null
  readonly city?: string | null
  /** ISO 3166-1 alpha-2, stored in capitals; XK is Kosovo. Empty is none. */
  readonly country?: string | null
  readonly postal_code?: string | null
  readonly email?: string | null
  readonly phone?: string | null
}

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
  /** A language tag; of a list the first counts. */
  readonly language: string
}

/** Terms that the shopper agrees to, or `id` alone. */
export interface AgreementOfAPayment {
  /** Moves this agreement to the card of the payment. */
  readonly id?: string | null
  readonly purpose?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED' | null
  /** Shown to the shopper before the payment. */
  readonly description?: string | null
  /** The most a charge may be, in minor units. */
  readonly max_amount?: bigint | null
  /** Required unless the purpose is UNSCHEDULED. */
  readonly frequency_days?: number | null
  /** The last day, in the merchant's time zone. */
  readonly ends_on?: string | null
}

/** Of a charge by agreement: repeats it after a decline. */
export interface Recovery {
  /** Ascending whole days after the first attempt. */
  readonly after_days: readonly number[]
}

/** Exactly one of `result`, `action`, `redirect` and `form_submit` is set: handle them in this order. */
export interface Envelope {
  readonly result: Transaction | null
  readonly action: Action | null
  readonly redirect: Redirect | null
  readonly form_submit: FormSubmit | null
  readonly transaction_id?: string
  readonly status?: 'CREATED' | 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'INVALID' | 'SESSION_EXPIRED'
  readonly errors?: readonly Problem[]
}

export interface Transaction {
  readonly id: string
  readonly merchant_id: string
  readonly order_id: string
  readonly parent_id: string | null
  readonly follow_up_reference: string | null
  /** Payment link of the payment. */
  readonly payment_link_id: string | null
  readonly terminal_id: string
  /** The agreement that it makes, moves or charges. */
  readonly agreement_id: string | null
  readonly reference: string
  readonly description: string | null
  readonly currency: string
  readonly amount: bigint
  readonly normalized_amount: bigint
  readonly captured_amount?: bigint
  readonly refunded_amount?: bigint
  /** Taken by disputes and not given back. */
  readonly disputed_amount?: bigint
  /** Of a CHARGEBACK and a CHARGEBACK_REVERSAL. */
  readonly dispute_id?: string
  /** Of an authorization of which something expired. */
  readonly expired_amount?: bigint
  /** Of an approved AUTHORIZE: when the rest is released. */
  readonly authorization_expires_at?: string
  readonly customer: CustomerDetails
  readonly customer_ip: string | null
  readonly processing_result: ProcessingResult
  readonly approved: boolean
  readonly pending: boolean
  readonly channel: 'ecommerce'
  readonly transaction_type: string
  readonly transaction_initiated_by: 'CUSTOMER' | 'MERCHANT'
  readonly status: 'CREATED' | 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'INVALID' | 'SESSION_EXPIRED'
  /** Null unless it is pending. */
  readonly awaiting: 'provider' | 'authentication' | 'shopper' | 'confirmation' | 'recovery' | null
  readonly payment_method: PaymentMethod
  readonly redirect_url: string | null
  readonly errors: readonly Problem[]
  /** Explained under "Codes and errors". */
  readonly processing_code: string | null
  readonly response_message: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly data: TransactionData | null
  /** Actions that are possible now. */
  readonly allowed_actions: readonly ('capture' | 'refund' | 'void')[]
  readonly created_at: string
  readonly updated_at: string
}

/** Fields that the request omitted are null. */
export interface CustomerDetails {
  readonly id: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly address: string | null
  readonly city: string | null
  readonly country: string | null
  readonly postal_code: string | null
  readonly email: string | null
  readonly phone: string | null
}

export interface ProcessingResult {
  readonly payment_provider_id: string | null
  readonly payment_provider_account_id: string | null
  readonly approval_code: string | null
  readonly reference_number: string | null
  /** The scheme's ID of a payment with an agreement. */
  readonly network_transaction_id: string | null
}

/** Masked: never the number of a card. */
export interface PaymentMethod {
  /** The masked card or account, else the name of the method. */
  readonly method: string
  readonly type: string
  readonly masked: string | null
  readonly brand: string | null
  /** Identical for the same card of one merchant; null until a provider has responded. */
  readonly hash: string | null
  /** Token of the stored card, if it was stored. */
  readonly token: string | null
}

export interface Problem {
  /** Action to take. */
  readonly message: string
  /** The violated limit. */
  readonly params: readonly string[]
  /** Dotted path of the field. */
  readonly property: string
}

export interface TransactionData {
  readonly checks?: CardChecks
  /** Of a card payment: true if the issuer bears a fraud, null without 3-D Secure. */
  readonly liability_shift?: boolean | null
  /** Advice of the scheme after a decline. */
  readonly advice?: 'TRY_LATER' | 'UPDATE_CARD' | 'DO_NOT_TRY' | 'REVOKED'
  /** Bank transfers only: amount received so far. */
  readonly received_amount?: bigint
  readonly retry_options?: RetryOptions
  /** Reversal records only: the refund or payout that failed. */
  readonly reversal_of?: string
  readonly risk?: RiskDecision
  readonly routing?: RoutingDecision
  /** Of an AUTHORIZATION_EXPIRY. */
  readonly expired_by?: 'PROVIDER' | 'GATEWAY'
}

/** Checks of address and security code by the issuer; informational. */
export interface CardChecks {
  readonly avs: 'match' | 'partial_match' | 'no_match' | 'not_checked' | 'unavailable'
  readonly cvv: 'match' | 'partial_match' | 'no_match' | 'not_checked' | 'unavailable'
}

/** Present from the first retry with another provider. */
export interface RetryOptions {
  readonly status: 'SCHEDULED' | 'AUTHENTICATING' | 'SUCCEEDED' | 'EXHAUSTED'
  /** Accounts tried after the first. */
  readonly retry_count: number
  /** The account now being tried, or tried last. */
  readonly payment_provider_account_id: string
  readonly payment_provider_id: string
  readonly data: {
    /** Of a recovery: the next attempt, by the merchant's clock. */
    readonly next_attempt_at?: string
    readonly attempts: readonly {
      readonly payment_provider_account_id: string
      readonly payment_provider_id: string
      readonly status: string
      readonly processing_code: string | null
      readonly response_message: string | null
      readonly created_at: string
    }[]
  }
}

/** Decision of the lists and the risk rules; absent without either. */
export interface RiskDecision {
  readonly decision: 'ALLOW' | 'BLOCK' | 'REVIEW' | 'CHALLENGE'
  readonly rule: string | null
  /** Of the risk rules. */
  readonly version: number
  /** ID of the list entry that decided. */
  readonly list: string | null
  /** Active rules that matched. */
  readonly matched: readonly RuleMark[]
  /** Shadow rules that matched. */
  readonly shadow: readonly RuleMark[]
  readonly review?: 'OPEN' | 'CLEARED' | 'FRAUD'
}

export interface RuleMark {
  readonly rule: string
  readonly action: 'ALLOW' | 'BLOCK' | 'REVIEW' | 'CHALLENGE'
  /** Of a challenge where nothing is authenticated. */
  readonly effect?: 'NONE'
}

/** Present if the merchant has routing rules. */
export interface RoutingDecision {
  readonly rule: string | null
  /** Version of the routing rules. */
  readonly version: number
  /** In the order in which they were looked at. */
  readonly accounts: readonly {
    readonly id: string
    readonly outcome: 'ASKED' | 'SKIPPED'
    /** Why it was passed over, such as `circuit-open`. */
    readonly reason?: string
  }[]
  /** Rules in trial that would have decided. */
  readonly shadow?: readonly {
    readonly rule: string
  }[]
}

/** A step of 3-D Secure. */
export interface Action {
  readonly transaction_id: string
  /** Names the 3-D Secure flow in the follow-up calls. */
  readonly session_id: string
  readonly type: 'THREE_DS_2_FINGERPRINT' | 'THREE_DS_2_CHALLENGE'
  /** Base64 of the JSON that the browser step needs. */
  readonly token: string
  /** Opaque; send it back unchanged. */
  readonly payment_data: string
}

/** Send the browser to `url`. */
export interface Redirect {
  readonly transaction_id: string
  readonly session_id: string
  readonly url: string
}

export interface FormSubmit {
  readonly transaction_id: string
  readonly session_id: string
  readonly url: string
  /** Hidden inputs of the form to post to `url`. */
  readonly data: Readonly<Record<string, string>>
}

/** Body of `POST /api/transactions/payment`. */
export interface PaymentRequest {
  readonly terminal_id: string
  /** Idempotent per terminal. */
  readonly reference: string
  readonly description: string
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** An integer in minor units of the currency. */
  readonly amount: bigint
  readonly method: 'OPEN_BANKING' | 'UPI' | 'WALLETS' | 'BANK_TRANSFER' | 'QR_CODE'
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly country: string
  /** IPv4 or IPv6. */
  readonly customer_ip: string
  /** Absolute, https (in UAT also http), without user info. */
  readonly return_url: string
  /** Absolute, https (in UAT also http), without user info. */
  readonly error_url: string
  /** Absolute, https (in UAT also http), without user info. */
  readonly cancel_url: string
  readonly customer?: Customer | null
  /** At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
  /** Provider-specific. */
  readonly options?: Readonly<Record<string, unknown>> | null
}

/** Body of `POST /api/transactions/payout`. */
export interface PayoutRequest {
  readonly terminal_id: string
  /** Idempotent per terminal. */
  readonly reference: string
  readonly description: string
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** An integer in minor units of the currency. */
  readonly amount: bigint
  readonly beneficiary: {
    readonly type: 'bank_account'
    readonly data: {
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
  }
  readonly customer?: Customer | null
  /** At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
  /** Absolute, https (in UAT also http), without user info. */
  readonly return_url?: string | null
  /** Provider-specific. */
  readonly options?: Readonly<Record<string, unknown>> | null
  /** Default: the IP address of the request. */
  readonly customer_ip?: string | null
}

/** Body of `POST /api/transactions/manage`. */
export interface ManageRequest {
  readonly terminal_id: string
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** An integer in minor units of the currency. */
  readonly amount: bigint
  /** The reference of the original order. */
  readonly reference: string
  readonly transaction_type: 'CAPTURE' | 'REFUND' | 'VOID'
  /** Yours: the same again returns the first follow-up. */
  readonly follow_up_reference?: string | null
  /** String values: at most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
  /** Default: the approved original of the order, else the latest. */
  readonly parent_transaction_id?: string | null
  readonly options?: {
    /** Captures only: no further capture follows. */
    readonly final_capture?: boolean | null
  } | null
}

/** Body of `POST /api/sessions`. */
export interface SessionRequest {
  readonly terminal_id: string
  /** Unique per terminal. */
  readonly reference: string
  readonly description: string
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** An integer in minor units of the currency. */
  readonly amount: bigint
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE'
  /** Absolute, https (in UAT also http), without user info. */
  readonly return_url: string
  readonly customer?: Customer | null
  /** ISO 3166-1 alpha-2, stored in capitals; XK is Kosovo. Empty is none. */
  readonly country?: string | null
  /** At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly agreement?: AgreementOfAPayment | null
  readonly options?: {
    /** Of an AUTHORIZE: voids at this time what is not captured. At most the limit of the provider account. */
    readonly capture_by?: string | null
    readonly three_ds?: {
      /** Your wish for a challenge. */
      readonly challenge?: 'NO_PREFERENCE' | 'NOT_WANTED' | 'PREFERRED' | 'MANDATED' | null
      /** One of the `exemptions` of the terminal. */
      readonly exemption?: 'LOW_VALUE' | 'TRANSACTION_RISK' | 'TRUSTED_BENEFICIARY' | 'SECURE_CORPORATE' | null
    } | null
  } | null
  /** Additional stored cards to offer, with those of `customer.id`. */
  readonly payment_method_ids?: readonly string[] | null
  readonly tokenization?: {
    /** `ask` lets the shopper decide. */
    readonly save_card_for_future_payments?: true | false | 'ask' | null
  } | null
  /** Language of its pages; null: the browser’s. */
  readonly locale?: string | null
}

/** Response of `POST /api/sessions`. */
export interface Session {
  /** `sessionId` in the browser. */
  readonly id: string
  readonly terminal_id: string
  readonly reference: string
  /** Payment link that opened it. */
  readonly payment_link_id: string | null
  readonly description: string
  readonly currency: string
  readonly amount: bigint
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE'
  readonly return_url: string
  readonly customer: CustomerDetails
  readonly country: string | null
  readonly locale: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly status: 'CREATED' | 'PENDING' | 'APPROVED' | 'CANCELED' | 'SESSION_EXPIRED'
  readonly expires_at: string
  readonly hosted_payment_page_url: string
  /** Null unless it is pending. */
  readonly awaiting: 'provider' | 'authentication' | 'shopper' | 'confirmation' | 'recovery' | null
  /** The approved payment, else the latest. */
  readonly transaction_id: string | null
  /** Every payment, newest first. */
  readonly transactions: readonly string[]
  readonly created_at: string
}

/** Body of `PATCH /api/sessions/{id}`. */
export interface SessionChanges {
  readonly description?: string
  /** At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

/** For a client that may not read the object. */
export interface ActionResult {
  readonly id: string
  readonly status: string
}

/** Body of `POST /api/payment-links`. */
export interface PaymentLinkRequest {
  readonly terminal_id: string
  /** Unique per terminal. */
  readonly reference: string
  readonly description: string
  /** ISO 4217, in capitals. */
  readonly currency: string
  readonly transaction_type?: 'AUTHORIZE' | 'PURCHASE' | null
  /** Minor units; null: the shopper enters it. */
  readonly amount?: bigint | null
  /** Minor units; required if `amount` is null. */
  readonly amount_min?: bigint | null
  /** Minor units; required if `amount` is null. */
  readonly amount_max?: bigint | null
  /** 1 by default; null: no limit. */
  readonly max_payments?: number | null
  /** 30 days from now by default, at most a year; null: never. */
  readonly expires_at?: string | null
  readonly customer?: Customer | null
  /** ISO 3166-1 alpha-2, stored in capitals; XK is Kosovo. Empty is none. */
  readonly country?: string | null
  /** At most 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
  /**
   * Methods to offer, of card, walleta-pay-redirect, walletb-pay-redirect, OPEN_BANKING, UPI, WALLETS,
   * BANK_TRANSFER, QR_CODE, voucher-redirect-ali, voucher-redirect-blt, voucher-redirect-chp,
   * voucher-redirect-gir, voucher-redirect-glu, voucher-redirect-gfc, voucher-redirect-obt,
   * voucher-redirect-npy, voucher-redirect-ntl, voucher-redirect-onb, voucher-redirect-pgf,
   * voucher-redirect-psc, voucher-redirect-pch, voucher-redirect-pwy, voucher-redirect-gch,
   * voucher-redirect-grp, voucher-redirect-cns, voucher-redirect-dna, voucher-redirect-lnj,
   * voucher-redirect-mah, voucher-redirect-spx, voucher-redirect-khp, voucher-redirect-spi,
   * voucher-redirect-sft, voucher-redirect-epd, voucher-redirect-idl, voucher-redirect-bct,
   * voucher-redirect-blk, voucher-redirect-kla, voucher-redirect-swi, voucher-redirect-twt,
   * voucher-redirect-mbp; null: all that the terminal accepts.
   */
  readonly payment_methods?: readonly string[] | null
  readonly tokenization?: {
    /** `ask` lets the shopper decide. */
    readonly save_card_for_future_payments?: true | false | 'ask' | null
  } | null
  readonly agreement?: AgreementOfAPayment | null
  /** Absolute, https (in UAT also http), without user info. */
  readonly return_url?: string | null
  /** Language of its pages; null: the browser’s. */
  readonly locale?: string | null
  /** Shown once the link accepts no payment. */
  readonly message?: string | null
}

/** Response of `POST /api/payment-links`. */
export interface PaymentLink {
  readonly id: string
  readonly terminal_id: string
  readonly reference: string
  readonly description: string
  readonly currency: string
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE'
  readonly amount: bigint | null
  readonly amount_min: bigint | null
  readonly amount_max: bigint | null
  readonly max_payments: number | null
  readonly expires_at: string | null
  readonly customer: CustomerDetails
  readonly country: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly payment_methods: readonly string[] | null
  readonly tokenization: {
    readonly save_card_for_future_payments: true | false | 'ask'
  }
  readonly agreement:
    | AgreementOfAPaymentLink
    | {
        /** The agreement to move. */
        readonly id: string
      }
    | null
  readonly return_url: string | null
  readonly locale: string | null
  readonly message: string | null
  readonly status: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'DISABLED'
  /** Page for shoppers. */
  readonly url: string
  /** SVG QR code of `url`. */
  readonly qr_url: string
  /** Approved payments. */
  readonly payments: number
  readonly collected_amount: bigint
  /** The latest approved payment, else the latest. */
  readonly last_transaction_id: string | null
  /** The newest 100, newest first. */
  readonly session_ids: readonly string[]
  /** When the first shopper began to pay. */
  readonly opened_at: string | null
  readonly completed_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface AgreementOfAPaymentLink {
  readonly purpose: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  readonly description: string
  readonly max_amount: bigint | null
  readonly frequency_days: number | null
  readonly ends_on: string | null
}

/** Body of `PATCH /api/payment-links/{id}`. */
export interface PaymentLinkChanges {
  readonly status?: 'ACTIVE' | 'DISABLED'
  /** At most a year from now; null: never. */
  readonly expires_at?: string | null
  /** 1 by default; null: no limit. */
  readonly max_payments?: number | null
  /** Shown once the link accepts no payment. */
  readonly message?: string | null
  readonly description?: string
}

/** Body of `POST /api/payment-links/{id}/send`. */
export interface SendPaymentLinkRequest {
  /** An email address. */
  readonly email: string
}

/** Body of `POST /api/transactions/three-ds/{three_ds_server_trans_id}/request-authentication`. */
export interface RequestAuthenticationRequest {
  /** Base64 of `Y` when the fingerprint form was submitted, of `N` when there was no method URL. */
  readonly fingerprint_result: 'WQ==' | 'Tg=='
  /** From the last action, unchanged. */
  readonly payment_data: string
}

/** Body of `POST /api/transactions/three-ds/authentication-completed`. */
export interface CompleteAuthenticationRequest {
  /** From the last action, unchanged. */
  readonly payment_data: string
  readonly session_id: string
  readonly trans_status: 'Y' | 'N' | 'U' | 'A' | 'R'
}

/** Response of `GET /api/transactions/{id}/status`. */
export interface StatusAnswer {
  readonly found: boolean
  readonly transaction: Transaction | null
}

/** Response of `GET /api/transactions/count`. */
export interface TransactionCount {
  /** At most 10,000. */
  readonly count: number
  /** True if there are more. */
  readonly capped: boolean
}

/** Item of the response of `GET /api/transactions/{id}/timeline`. */
export interface TimelineItem {
  readonly at: string
  readonly kind:
    | 'created'
    | 'risk'
    | 'routing'
    | 'session-opened'
    | 'attempt'
    | 'fingerprint'
    | 'challenge'
    | 'authentication'
    | 'soft-decline'
    | 'retry'
    | 'pending'
    | 'unknown-outcome'
    | 'reversal'
    | 'finished'
    | 'follow-up'
    | 'event'
    | 'delivery'
  readonly title: string
  /** A processing code, the letter of an authentication, an HTTP status. */
  readonly code: string | null
  readonly actor: string | null
  readonly detail: string | null
}

/** Item of the response of `GET /api/customers`. */
export interface CustomerRecord {
  readonly id: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly address: string | null
  readonly city: string | null
  readonly country: string | null
  readonly postal_code: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly created_at: string
}

/** Body of `POST /api/customers`. */
export interface CreateCustomerRequest extends ChangeCustomerRequest {
  /** Your ID of the customer; assigned if omitted. */
  readonly id?: string | null
}

/** Body of `PATCH /api/customers/{id}`. */
export interface ChangeCustomerRequest {
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly address?: string | null
  readonly city?: string | null
  /** ISO 3166-1 alpha-2, stored in capitals; XK is Kosovo. Empty is none. */
  readonly country?: string | null
  readonly postal_code?: string | null
  readonly email?: string | null
  readonly phone?: string | null
}

/** Response of `GET /api/customers/{id}/export`. */
export interface CustomerExport {
  readonly payment_methods: readonly Readonly<Record<string, unknown>>[]
  readonly customers: readonly Readonly<Record<string, unknown>>[]
  readonly agreements: readonly Readonly<Record<string, unknown>>[]
  readonly payment_links: readonly Readonly<Record<string, unknown>>[]
  readonly sessions: readonly Readonly<Record<string, unknown>>[]
  readonly transactions: readonly Readonly<Record<string, unknown>>[]
}

/** Body of `POST /api/erasures`. */
export interface ErasureRequest {
  /** Your ID of the customer. */
  readonly customer_id?: string | null
  /** In any spelling. */
  readonly email?: string | null
}

/** Response of `GET /api/erasures/{id}`. */
export interface Erasure {
  readonly id: string
  readonly status: 'PENDING' | 'COMPLETED'
  /** Transactions that lost personal data so far. */
  readonly transactions: number
  /** Events that lost personal data so far. */
  readonly events: number
}

/** The expiry is null if the card can no longer be decrypted: delete it, and store it again. */
export interface StoredPaymentMethod {
  /** The `payment_method_id` of a `saved_card`. */
  readonly token: string
  readonly type: 'card'
  /** First six and last four digits. */
  readonly masked: string
  readonly brand: string | null
  /** Identical for the same card. */
  readonly hash: string
  readonly expiration_month: number | null
  readonly expiration_year: number | null
  readonly holder_name: string | null
  readonly customer_id: string | null
  /** Report of the issuer: ask the shopper for another card. */
  readonly issuer_update: 'NUMBER_CHANGED' | 'CLOSED' | 'CONTACT_HOLDER' | null
  readonly created_at: string
}

/** Body of `PATCH /api/payment-methods/{token}`. */
export interface PaymentMethodChanges {
  readonly expiration_month?: number
  /** Four digits. */
  readonly expiration_year?: number
  /** Name on the card; null clears it. */
  readonly holder_name?: string | null
}

/** Item of the response of `GET /api/agreements`. */
export interface Agreement {
  readonly id: string
  readonly merchant_id: string
  readonly status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELED' | 'ENDED'
  readonly stop_reason:
    | 'FIRST_PAYMENT_FAILED'
    | 'MERCHANT'
    | 'CARD_REMOVED'
    | 'REVOKED'
    | 'CARD_CLOSED'
    | 'ENDS_ON'
    | null
  readonly purpose: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  readonly description: string
  readonly currency: string
  /** Minor units. */
  readonly max_amount: bigint | null
  readonly frequency_days: number | null
  /** The last day, in the merchant's time zone. */
  readonly ends_on: string | null
  readonly customer_id: string | null
  readonly payment_method: CardOfAnAgreement | null
  readonly origin: 'PAYMENT' | 'IMPORTED'
  readonly network_transaction_id: string | null
  readonly first_transaction_id: string | null
  readonly last_transaction_id: string | null
  readonly authentication_status: string | null
  readonly accepted_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly ended_at: string | null
}

/** The expiry is null once the card is deleted. */
export interface CardOfAnAgreement {
  readonly token: string
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
  readonly expiration_month: number | null
  readonly expiration_year: number | null
}

/** Body of `POST /api/agreements`. */
export interface ImportAgreementRequest {
  /** Token of the stored card. */
  readonly payment_method_id: string
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** The scheme's ID of the payment that the shopper was present for: 8 to 40 letters or digits. */
  readonly network_transaction_id: string
  /** When the shopper agreed. */
  readonly accepted_at: string
  readonly purpose: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** Shown to the shopper before the payment. */
  readonly description: string
  /** The most a charge may be, in minor units. */
  readonly max_amount?: bigint | null
  /** Required unless the purpose is UNSCHEDULED. */
  readonly frequency_days?: number | null
  /** The last day, in the merchant's time zone. */
  readonly ends_on?: string | null
}

/** Body of `PATCH /api/agreements/{id}`. */
export interface ChangeAgreementRequest {
  /** CANCELED is permanent. */
  readonly status?: 'CANCELED' | 'ACTIVE'
  /** Shown to the shopper before the payment. */
  readonly description?: string
  /** Only downward. */
  readonly max_amount?: bigint
}

/** Item of the response of `GET /api/lists/{list}`. */
export interface ListEntry {
  readonly id: string
  readonly list: 'block' | 'allow'
  readonly kind: ListedKind
  /** Masked for emails, customer IDs and addresses. */
  readonly value: string | null
  readonly reason: string | null
  readonly expires_at: string | null
  /** ID of the client or the person. */
  readonly created_by: string
  /** Payments that it decided. */
  readonly hits: number
  readonly created_at: string
}

export type ListedKind = 'card_hash' | 'bin' | 'email' | 'email_domain' | 'customer_id' | 'customer_ip' | 'country'

/** Body of `POST /api/lists/{list}`. */
export interface ListEntryRequest {
  readonly kind?: ListedKind | null
  readonly value?: string | null
  /** Adds who made this payment, instead of a value. */
  readonly transaction_id?: string | null
  readonly kinds?: readonly ListedKind[] | null
  readonly reason?: string | null
  /** Null for never. */
  readonly expires_at?: string | null
}

/** Response of `POST /api/lists/{list}`. */
export interface ListedPayer {
  readonly items: readonly ListEntry[]
  /** Kinds that the payment does not have. */
  readonly skipped: readonly ListedKind[]
}

/** Response of `POST /api/lists/{list}/import`. */
export interface ListImport {
  /** Entries that were added or changed. */
  readonly taken: number
  readonly errors: readonly {
    readonly line: number
    readonly message: string
  }[]
}

/** Body of `POST /api/transactions/{id}/review`. */
export interface ReviewDecision {
  readonly outcome: 'CLEARED' | 'FRAUD'
  /** With FRAUD: values of the payment to add to the block list. */
  readonly block?: readonly ListedKind[] | null
}

/** Response of `GET /api/rules/{kind}`. */
export interface RuleSet {
  readonly kind: 'risk' | 'routing'
  /** 0 until rules are saved. */
  readonly version: number
  readonly updated_at: string | null
  readonly updated_by: string | null
  readonly rules: readonly CountedRule[]
  /** Rules that never match. */
  readonly warnings: readonly Problem[]
}

export interface CountedRule {
  readonly name: string
  readonly status: 'ACTIVE' | 'SHADOW' | 'OFF'
  /** All must hold; none matches every payment. */
  readonly when: readonly RuleCondition[]
  readonly then: RuleConsequence
  readonly counts?: RuleCounts
}

export interface RuleCondition {
  /** A field of payments, `metadata.<key>`, or a counter. */
  readonly field: string
  readonly operator:
    | 'eq'
    | 'not_eq'
    | 'in'
    | 'not_in'
    | 'starts_with'
    | 'lt'
    | 'lte'
    | 'gt'
    | 'gte'
    | 'in_network'
    | 'present'
    | 'absent'
  /** A text, an integer, true, false or a list, by field and operator. */
  readonly value?: unknown
  /** Of `amount` and `sum`. */
  readonly currency?: string
  /** Of a counter: the field that payments share. */
  readonly per?: 'card_hash' | 'email' | 'customer_id' | 'customer_ip' | 'bin'
  /** Of a counter: how far back it counts. */
  readonly within_seconds?: number
}

/** Of a risk rule `action`, of a routing rule one of the others. */
export interface RuleConsequence {
  readonly action?: 'ALLOW' | 'BLOCK' | 'REVIEW' | 'CHALLENGE'
  /** IDs of provider accounts, in this order. */
  readonly accounts?: readonly string[]
  /** Shares of the payments in percent. */
  readonly split?: readonly {
    readonly account: string
    readonly weight: number
  }[]
  readonly order?: 'least_fee'
}

/** Payments of the last 30 days that it matched. */
export interface RuleCounts {
  readonly matched: number
  readonly approved: number
  readonly declined: number
}

/** Body of `PUT /api/rules/{kind}`. */
export interface RulesToSave {
  /** The whole set in its order. */
  readonly rules: readonly Rule[]
}

export interface Rule {
  readonly name: string
  readonly status: 'ACTIVE' | 'SHADOW' | 'OFF'
  /** All must hold; none matches every payment. */
  readonly when: readonly RuleCondition[]
  readonly then: RuleConsequence
}

/** A hypothetical payment: fields of rules with their values. */
export type EvaluateRulesRequest = Readonly<Record<string, unknown>>

/** Response of `POST /api/rules/{kind}/evaluate`. */
export interface RuleEvaluation {
  readonly risk?: RiskDecision
  readonly routing?: RoutingDecision
}

/** Body of `POST /api/rules/{kind}/test`. */
export interface TestRulesRequest {
  /** The whole set in its order. */
  readonly rules: readonly Rule[]
  /** Payments that began then or later. */
  readonly created_from: string
  /** Payments that began before. */
  readonly created_to: string
}

/** Item of the response of `GET /api/disputes`. */
export interface Dispute {
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  /** The payment. */
  readonly transaction_id: string
  readonly payment_provider_account_id: string
  /** The provider's ID of the case. */
  readonly provider_reference: string
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly reason:
    | 'FRAUD'
    | 'NOT_RECEIVED'
    | 'NOT_AS_DESCRIBED'
    | 'DUPLICATE'
    | 'CREDIT_NOT_PROCESSED'
    | 'RECURRING_CANCELED'
    | 'PROCESSING_ERROR'
    | 'OTHER'
  readonly network_reason_code: string | null
  /** Of the network; may be more than the payment. */
  readonly amount: bigint
  /** Of the network; may differ from that of the payment. */
  readonly currency: string
  /** Money of the case: taken, given back, or neither. */
  readonly funds: 'NONE' | 'WITHDRAWN' | 'REINSTATED'
  /** Deadline of the merchant. */
  readonly respond_by: string | null
  /** Null: send evidence in the dashboard of the provider. */
  readonly evidence: Readonly<Record<string, never>> | null
  /** Actions that are possible now. */
  readonly allowed_actions: readonly 'accept'[]
  /** True while disputes, refunds and a void take more than was captured: call the provider. */
  readonly double_loss: boolean
  /** Changes of stage, status and funds, oldest first. */
  readonly history: readonly {
    readonly at: string
    readonly stage: DisputeStage
    readonly status: DisputeStatus
    /** Money of the case: taken, given back, or neither. */
    readonly funds: 'NONE' | 'WITHDRAWN' | 'REINSTATED'
  }[]
  readonly created_at: string
  readonly updated_at: string
}

export type DisputeStage = 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION'

export type DisputeStatus = 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'ACCEPTED' | 'CLOSED'

/** Item of the response of `GET /api/events`. */
export interface StoredEvent {
  /** Also the `webhook-id` of every delivery. */
  readonly id: string
  /** Its type, such as `transaction.processed`; `endpoint.test` for a test. */
  readonly event: string
  /** Null for every type but `transaction.processed`. */
  readonly transaction_id: string | null
  readonly created_at: string
  readonly payload:
    | EventPayload
    | SessionCompletedPayload
    | SessionExpiredPayload
    | PaymentLinkCompletedPayload
    | PaymentLinkExpiredPayload
    | PaymentMethodKeptPayload
    | PaymentMethodRemovedPayload
    | PaymentMethodUpdatedPayload
    | PaymentMethodExpiringPayload
    | RefundFailedPayload
    | PayoutFailedPayload
    | AuthorizationExpiringPayload
    | AuthorizationExpiredPayload
    | DisputeOpenedPayload
    | DisputeUpdatedPayload
    | DisputeDuePayload
    | DisputeClosedPayload
    | FraudWarningReceivedPayload
    | TransactionRetryScheduledPayload
    | ReviewOpenedPayload
    | AgreementActivatedPayload
    | AgreementSuspendedPayload
    | AgreementEndedPayload
    | SettlementDayClosedPayload
    | WebhookEndpointFailingPayload
    | ClientSecretExpiringPayload
    | TestPayload
  readonly deliveries: readonly Delivery[]
}

export interface EventPayload {
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly order_id: string
  readonly reference: string
  readonly currency: string
  readonly transaction_type: string
  readonly processing_code: string
  readonly status: 'APPROVED' | 'DECLINED' | 'CANCELED' | 'INVALID' | 'SESSION_EXPIRED'
  /** Minor units. */
  readonly amount: bigint
  readonly created_at: string
  readonly updated_at: string
  readonly payment_link_id: string | null
  readonly description: string | null
  readonly response_message: string | null
  readonly approval_code: string | null
  readonly reference_number: string | null
  readonly parent_id: string | null
  readonly follow_up_reference?: string | null
  readonly dispute_id?: string | null
  readonly agreement_id?: string | null
  readonly network_transaction_id?: string | null
  readonly advice?: string | null
  readonly liability_shift?: boolean | null
  readonly transaction_initiated_by: 'MERCHANT' | 'CUSTOMER'
  readonly payment_provider_response_code: string | null
  readonly payment_provider_response_message: string | null
  /** Minor units. */
  readonly normalized_amount: bigint
  readonly outgoing_amount: bigint | null
  readonly outgoing_currency: string | null
  readonly payment_method_method: string | null
  readonly payment_method_hash: string | null
  readonly payment_method_type: string | null
  readonly payment_method_brand: string | null
  readonly payment_method_masked: string | null
  readonly payment_method_token: string | null
  readonly customer_id: string | null
  readonly customer_first_name: string | null
  readonly customer_last_name: string | null
  readonly customer_address: string | null
  readonly customer_city: string | null
  readonly customer_country: string | null
  readonly customer_postal_code: string | null
  readonly customer_email: string | null
  readonly customer_phone_number: string | null
  /** The final transStatus; null without 3DS. */
  readonly authentication_status: string | null
  /** 1 frictionless, 2 challenge; null without 3DS. */
  readonly authentication_level: number | null
  /** Trace number of six digits. */
  readonly systan: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Of a follow-up: the metadata of its original. */
  readonly parent_metadata?: Readonly<Record<string, unknown>> | null
}

export interface SessionCompletedPayload {
  /** Session id. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly reference: string
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly status: 'APPROVED'
  /** The payment. */
  readonly transaction_id: string
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export interface SessionExpiredPayload {
  /** Session id. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly reference: string
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly status: 'SESSION_EXPIRED'
  /** The latest payment; null if there is none. */
  readonly transaction_id: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export type PaymentLinkCompletedPayload = PaymentLink
export type PaymentLinkExpiredPayload = PaymentLink

export interface PaymentMethodKeptPayload {
  /** Token of the payment method. */
  readonly token: string
  readonly merchant_id: string
  readonly customer_id: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
  /** The payment that saved it. */
  readonly transaction_id: string
}

export interface PaymentMethodRemovedPayload {
  /** Token of the payment method. */
  readonly token: string
  readonly merchant_id: string
  readonly customer_id: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
}

export interface PaymentMethodUpdatedPayload {
  /** Token of the payment method. */
  readonly token: string
  readonly merchant_id: string
  readonly customer_id: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
  readonly expiration_month: number | null
  readonly expiration_year: number | null
  /** Report of the issuer: ask the shopper for another card. */
  readonly issuer_update: 'NUMBER_CHANGED' | 'CLOSED' | 'CONTACT_HOLDER' | null
  readonly updated_by: 'MERCHANT' | 'PROVIDER'
  /** The payment with which a provider reported it; null after a change by the merchant. */
  readonly transaction_id: string | null
}

export interface PaymentMethodExpiringPayload {
  /** Token of the payment method. */
  readonly token: string
  readonly merchant_id: string
  readonly customer_id: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
  readonly expiration_month: number | null
  readonly expiration_year: number | null
  /** Agreements that charge it, at most 100. */
  readonly agreement_ids: readonly string[]
}

export interface RefundFailedPayload {
  /** ID of the approved transaction; its status does not change. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly parent_id: string | null
  /** Transaction ID of the reversal record. */
  readonly reversal_id: string
  readonly reference: string
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly response_message: string | null
}

export type PayoutFailedPayload = RefundFailedPayload

export interface AuthorizationExpiringPayload {
  /** Transaction ID of the authorization. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly order_id: string
  readonly reference: string
  readonly currency: string
  /** Rest that can be captured, or that expired; minor units. */
  readonly amount: bigint
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly authorization_expires_at: string
}

export interface AuthorizationExpiredPayload {
  /** Transaction ID of the authorization. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly order_id: string
  readonly reference: string
  readonly currency: string
  /** Rest that can be captured, or that expired; minor units. */
  readonly amount: bigint
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Transaction ID of the expiry record. */
  readonly expiry_id: string
  readonly expired_by: 'PROVIDER' | 'GATEWAY'
}

export type DisputeOpenedPayload = Dispute
export type DisputeUpdatedPayload = Dispute
export type DisputeDuePayload = Dispute
export type DisputeClosedPayload = Dispute

export interface FraudWarningReceivedPayload {
  readonly merchant_id: string
  readonly terminal_id: string
  /** The payment. */
  readonly transaction_id: string
  readonly order_id: string
  readonly reference: string
  readonly currency: string
  /** Minor units of the payment. */
  readonly amount: bigint
  readonly payment_provider_account_id: string | null
  /** The provider's word for the kind of fraud. */
  readonly reason: string | null
  readonly created_at: string
}

export interface TransactionRetryScheduledPayload {
  /** Transaction ID of the charge. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly order_id: string
  readonly reference: string
  readonly agreement_id: string | null
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  /** Of the last decline. */
  readonly processing_code: string
  readonly response_message: string | null
  readonly advice: string | null
  /** By the merchant's clock. */
  readonly next_attempt_at: string
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export interface ReviewOpenedPayload {
  /** Transaction ID of the payment. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly order_id: string
  readonly reference: string
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly review: 'OPEN'
  /** Rules that marked the payment. */
  readonly matched: readonly {
    readonly rule: string
    readonly action: string
  }[]
}

export type AgreementActivatedPayload = Agreement
export type AgreementSuspendedPayload = Agreement
export type AgreementEndedPayload = Agreement

export interface SettlementDayClosedPayload {
  readonly merchant_id: string
  /** In UTC. */
  readonly day: string
  readonly currencies: readonly {
    readonly currency: string
    /** Minor units. */
    readonly gross: bigint
    /** Minor units. */
    readonly fee: bigint
    /** Minor units. */
    readonly net: bigint
  }[]
}

export interface WebhookEndpointFailingPayload {
  readonly merchant_id: string
  readonly webhook_endpoint_id: string
  /** Of its address. */
  readonly origin: string
  readonly failing_since: string
  /** Status of the last response; null without one. */
  readonly response_status: number | null
  /** Reason without a response. */
  readonly failure: string | null
}

export interface ClientSecretExpiringPayload extends ApiClient {
  readonly merchant_id: string
}

export type Permission =
  | 'payments.read'
  | 'payments.read-customer'
  | 'payments.export'
  | 'payments.refund'
  | 'payments.void'
  | 'payments.capture'
  | 'payments.create'
  | 'sessions.create'
  | 'payouts.create'
  | 'links.read'
  | 'links.manage'
  | 'money.read'
  | 'analytics.read'
  | 'rules.read'
  | 'rules.manage'
  | 'customers.read'
  | 'customers.manage'
  | 'customers.erase'
  | 'customers.export'
  | 'agreements.read'
  | 'agreements.manage'
  | 'lists.manage'
  | 'reviews.decide'
  | 'disputes.read'
  | 'disputes.manage'
  | 'webhooks.read'
  | 'webhooks.manage'
  | 'events.resend'
  | 'terminals.read'
  | 'terminals.origins'
  | 'providers.read'
  | 'keys.read'
  | 'keys.rotate'
  | 'requests.read'
  | 'team.read'
  | 'team.manage'
  | 'settings.manage'
  | 'audit.read'

export interface TestPayload {
  readonly merchant_id: string
  readonly webhook_endpoint_id: string
  readonly created_at: string
}

export interface Delivery {
  readonly webhook_endpoint_id: string
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
  /** Attempts so far. */
  readonly attempts: number
  /** HTTP status of the last response; null if none arrived within 15 s. */
  readonly response_status: number | null
  readonly next_attempt_at: string | null
}

/** Response of `GET /api/events/{id}/deliveries`. */
export interface EventDeliveries {
  readonly items: readonly {
    readonly webhook_endpoint_id: string
    readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
    /** Attempts so far. */
    readonly attempts: number
    /** HTTP status of the last response; null if none arrived within 15 s. */
    readonly response_status: number | null
    readonly next_attempt_at: string | null
    /** Of the last 30 days, the latest first. */
    readonly tries: readonly DeliveryTry[]
  }[]
}

export interface DeliveryTry {
  /** 1 is the first. */
  readonly attempt: number
  readonly tried_at: string
  readonly duration_ms: number
  /** Null without a response. */
  readonly response_status: number | null
  /** The first kB of the response body. */
  readonly answer: string | null
  /** Reason without a response. */
  readonly failure: string | null
}

/** Body of `POST /api/events/redeliver-failed`. */
export interface FailedDeliveries {
  readonly webhook_endpoint_id?: string | null
  readonly created_from?: string | null
  /** Not included itself. */
  readonly created_to?: string | null
}

/** Response of `POST /api/events/redeliver-failed`. */
export interface Redelivered {
  /** Queued deliveries, up to 1,000 per call. */
  readonly redelivered: number
}

/** Item of the response of `GET /api/webhook-endpoints`. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly terminal_id: string | null
  readonly status: 'ACTIVE' | 'DISABLED'
  /** Event types. Default: `transaction.processed`. */
  readonly event_types: readonly EventType[]
  readonly secret_since: string
  /** Until this time the previous secret signs too. */
  readonly previous_secret_until: string | null
  readonly created_at: string
}

export type EventType =
  | 'transaction.processed'
  | 'session.completed'
  | 'session.expired'
  | 'payment_link.completed'
  | 'payment_link.expired'
  | 'payment_method.kept'
  | 'payment_method.removed'
  | 'payment_method.updated'
  | 'payment_method.expiring'
  | 'refund.failed'
  | 'payout.failed'
  | 'authorization.expiring'
  | 'authorization.expired'
  | 'dispute.opened'
  | 'dispute.updated'
  | 'dispute.due'
  | 'dispute.closed'
  | 'fraud_warning.received'
  | 'transaction.retry_scheduled'
  | 'transaction.review_opened'
  | 'agreement.activated'
  | 'agreement.suspended'
  | 'agreement.ended'
  | 'settlement_day.closed'
  | 'webhook_endpoint.failing'
  | 'client.secret_expiring'

/** Body of `POST /api/webhook-endpoints`. */
export interface CreateWebhookEndpointRequest {
  /** Absolute, https (in UAT also http), without user info. */
  readonly url: string
  /** Only events of this terminal; null for all terminals. */
  readonly terminal_id?: string | null
  /** Event types. Default: `transaction.processed`. */
  readonly event_types?: readonly EventType[] | null
}

/** Response of `POST /api/webhook-endpoints`. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** Verifies the signatures (Standard Webhooks). You will not see it again. */
  readonly secret: string
}

/** Body of `PATCH /api/webhook-endpoints/{id}`. */
export interface ChangeWebhookEndpointRequest {
  /** Absolute, https (in UAT also http), without user info. */
  readonly url?: string
  /** Only events of this terminal; null for all terminals. */
  readonly terminal_id?: string | null
  readonly status?: 'ACTIVE' | 'DISABLED'
  /** Event types. Default: `transaction.processed`. */
  readonly event_types?: readonly EventType[]
}

/** Item of the response of `GET /api/balances`. */
export interface Balance {
  readonly currency: string
  /** Owed to you from payments that are not settled yet. Minor units. */
  readonly pending: bigint
  /** Owed to you; negative if you owe it. Minor units. */
  readonly available: bigint
  /** Authorized but not captured. Minor units. */
  readonly authorized: bigint
}

/** Item of the response of `GET /api/settlements`. */
export interface SettlementDay {
  /** A day in UTC. */
  readonly date: string
  readonly currency: string
  /** Signed: what goes to you is positive. Minor units. */
  readonly gross: bigint
  /** Fee of the gateway; negative if refunded. Minor units. */
  readonly fee: bigint
  /** `gross` less `fee`. Minor units. */
  readonly net: bigint
  /** Transactions that moved money, as the report of the day lists them. */
  readonly rows: number
  /** True if the day is final. */
  readonly closed: boolean
}

/** Response of `GET /api/analytics/payments`. */
export interface PaymentAnalytics {
  readonly from: string
  readonly to: string
  readonly interval: string
  readonly group_by: string
  readonly time_zone: string
  /** Later payments are not counted yet. */
  readonly counted_until: string | null
  readonly totals: {
    readonly payments: number
    readonly approved: number
    readonly declined: number
    readonly canceled: number
    readonly expired: number
    readonly invalid: number
    /** Approved ÷ (approved + declined), 0 to 1. */
    readonly approval_rate: number | null
    /** Minor units; by currency only. */
    readonly approved_amount?: bigint
  }
  /** Those with the most payments first, at most 100. */
  readonly groups: readonly PaymentGroup[]
  /** Days or hours in which payments began, the first one first. */
  readonly items: readonly {
    readonly starts_at: string
    readonly day: string
    readonly payments: number
    readonly approved: number
    readonly declined: number
    readonly canceled: number
    readonly expired: number
    readonly invalid: number
    /** Approved ÷ (approved + declined), 0 to 1. */
    readonly approval_rate: number | null
    /** Minor units; by currency only. */
    readonly approved_amount?: bigint
    readonly groups: readonly PaymentGroup[]
  }[]
  /** By `frictionless`, `challenged`, `failed`, `abandoned` and `none`, of the last attempt. */
  readonly three_ds: readonly PaymentGroup[]
  /** By how many further accounts were tried: `0`, `1` … */
  readonly retries: readonly PaymentGroup[]
}

export interface PaymentGroup {
  readonly value: string | null
  readonly payments: number
  readonly approved: number
  readonly declined: number
  readonly canceled: number
  readonly expired: number
  readonly invalid: number
  /** Approved ÷ (approved + declined), 0 to 1. */
  readonly approval_rate: number | null
  /** Minor units; by currency only. */
  readonly approved_amount?: bigint
}

/** Response of `GET /api/appearance`. */
export interface Appearance {
  readonly display_name: string | null
  readonly accent_color: string | null
  readonly logo_url: string | null
}

/** Body of `PATCH /api/appearance`. */
export interface AppearanceChanges {
  /** Name shown to shoppers; null: the merchant name. */
  readonly display_name?: string | null
  /** Color of buttons and marks; we keep text readable. Null: the default. */
  readonly accent_color?: string | null
  /** A PNG or JPEG file as a data: URL, at most 96 KiB and 2000 by 2000 pixels; null removes it. */
  readonly logo?: string | null
}

/** Response of `GET /api/views`. */
export interface ListViewsAnswer {
  readonly items: readonly {
    readonly id: string
    readonly name: string
    /**
     * Parameters of `/dashboard/transactions`: q, status, type, method, brand, terminal, amount, currency,
     * from, to, code, account, customer, customer_id, email, card, counted, capture, refunded.
     */
    readonly filters: Readonly<Record<string, string>>
    /** True if the view is shared with the merchant team. */
    readonly shared: boolean
    readonly created_at: string
  }[]
}

/** Body of `POST /api/views`. */
export interface CreateViewRequest {
  readonly name: string
  /**
   * Parameters of `/dashboard/transactions`: q, status, type, method, brand, terminal, amount, currency,
   * from, to, code, account, customer, customer_id, email, card, counted, capture, refunded.
   */
  readonly filters: Readonly<Record<string, string | null>>
}

/** Response of `POST /api/views`. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /**
   * Parameters of `/dashboard/transactions`: q, status, type, method, brand, terminal, amount, currency,
   * from, to, code, account, customer, customer_id, email, card, counted, capture, refunded.
   */
  readonly filters: Readonly<Record<string, string>>
  /** True if the view is shared with the merchant team. */
  readonly shared: boolean
  readonly created_at: string
}

/** Item of the response of `GET /api/audit-log`. */
export interface AuditEntry {
  readonly id: string
  readonly merchant_id: string | null
  /** ID of a client or user, or the name of an automatic process. */
  readonly actor: string
  readonly actor_kind: 'operator' | 'merchant' | 'person' | 'system' | null
  /** Of a person. */
  readonly actor_name: string | null
  readonly ip: string | null
  readonly request_id: string | null
  readonly action: string
  readonly subject: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly created_at: string
}

/** Response of `GET /api/keys`. */
export interface Keys {
  readonly merchant_id: string
  /** Recipient ID of this gateway in wallet tokens. */
  readonly gateway_id: string
  /** Recipients of wallet tokens that are signed for you, not for this gateway. */
  readonly wallet_recipients: readonly string[]
  /** Public keys for wallet tokens, newest first: uncompressed P-256 points in Base64. */
  readonly wallet_public_keys: readonly string[]
  readonly client_id: string | null
  readonly client_secret_since: string | null
  /** Public; pages that show card fields use it. */
  readonly client_key: string
  readonly encryption_keys: readonly EncryptionKey[]
}

export interface EncryptionKey {
  readonly key_id: string
  /** PEM, SPKI, RSA 2048. */
  readonly public_key: string
  /** SHA-256 of the key as SPKI, hexadecimal. */
  readonly fingerprint: string
  readonly created_at: string
  readonly retires_at: string | null
}

/** Item of the response of `GET /api/clients`. */
export interface ApiClient {
  readonly client_id: string
  /** Null for the client that came with the merchant. */
  readonly name: string | null
  /** Null for the client that came with the merchant, which may do everything. */
  readonly permissions: readonly Permission[] | null
  /** The only terminals it may use and see; null for all. */
  readonly terminal_ids: readonly string[] | null
  /** Addresses and networks, IPv4 and IPv6, that it may call from; null for any. */
  readonly allowed_addresses: readonly string[] | null
  /** It stops working then; null for never. */
  readonly expires_at: string | null
  readonly status: 'ACTIVE' | 'DISABLED'
  /** Client that created it; null if a user or an operator did. */
  readonly created_by: string | null
  readonly created_at: string
  readonly secret_created_at: string
  /** Until this time the previous secret works too. */
  readonly previous_secret_until: string | null
  readonly last_used_at: string | null
  readonly last_used_address: string | null
}

/** Body of `POST /api/clients`. */
export interface ApiClientRequest {
  readonly name: string
  /** Permissions of the client; see the table of permissions. */
  readonly permissions: readonly Permission[]
  /** The only terminals it may use and see; null for all. */
  readonly terminal_ids?: readonly string[] | null
  /** Addresses and networks, IPv4 and IPv6, that it may call from; null for any. */
  readonly allowed_addresses?: readonly string[] | null
  /** It stops working then; null for never. */
  readonly expires_at?: string | null
  /** Its ID at the external identity provider, if that issues your tokens. */
  readonly external_client_id?: string | null
}

/** Response of `POST /api/clients`. */
export interface IssuedApiClient extends ApiClient {
  /** You will not see it again. Absent if an external identity provider has it. */
  readonly client_secret?: string
}

/** Body of `PATCH /api/clients/{id}`. */
export interface ApiClientChanges {
  readonly name?: string
  /** Permissions of the client; see the table of permissions. */
  readonly permissions?: readonly Permission[]
  /** The only terminals it may use and see; null for all. */
  readonly terminal_ids?: readonly string[] | null
  /** Addresses and networks, IPv4 and IPv6, that it may call from; null for any. */
  readonly allowed_addresses?: readonly string[] | null
  /** It stops working then; null for never. */
  readonly expires_at?: string | null
  readonly status?: 'ACTIVE' | 'DISABLED'
  /** With `DISABLED`: disables the clients that it created too, and those that these created. */
  readonly include_created?: boolean
}

/** Body of `POST /api/clients/{id}/rotate-secret`. */
export interface RotateClientSecretRequest {
  /** How long the previous secret works too. */
  readonly overlap_seconds?: number | null
}

/** Item of the response of `GET /api/requests`. */
export interface RequestRecord {
  readonly request_id: string
  readonly received_at: string
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** The path with the names of its parts, such as `/api/events/{id}`. */
  readonly route: string
  readonly status: number
  readonly processing_code: string | null
  readonly transaction_id: string | null
  readonly duration_ms: number
  readonly client_id: string
  /** Names of the rejected fields. */
  readonly refused_fields: readonly string[]
}

/** Requests that failed in the same way. */
export interface RequestFault {
  readonly method: string
  /** The path with the names of its parts, such as `/api/events/{id}`. */
  readonly route: string
  readonly status: number
  /** Names of the rejected fields. */
  readonly refused_fields: readonly string[]
  readonly count: number
  readonly first_at: string
  readonly last_at: string
  readonly last_request_id: string
}

/** Response of `GET /api/team`. */
export interface Team {
  readonly people: readonly {
    readonly person_id: string
    readonly name: string
    readonly email: string
    /** Role of the user: docs/operate/dashboard.md. */
    readonly role: 'owner' | 'admin' | 'developer' | 'finance' | 'support' | 'viewer'
    readonly status: 'ACTIVE' | 'DISABLED'
    readonly second_factor: boolean
    readonly last_sign_in_at: string | null
    readonly reviewed_at: string | null
    readonly created_at: string
  }[]
  /** Pending invitations. */
  readonly invitations: readonly {
    readonly invitation_id: string
    readonly email: string
    /** Role of the user: docs/operate/dashboard.md. */
    readonly role: 'owner' | 'admin' | 'developer' | 'finance' | 'support' | 'viewer'
    readonly ends_at: string
    readonly created_at: string
  }[]
}

/** In its lists, null means all. */
export interface Terminal {
  readonly terminal_id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly accepts_payments: boolean
  readonly currencies: readonly string[] | null
  readonly transaction_types: readonly string[] | null
  readonly payment_methods: readonly string[] | null
  readonly provider_accounts: readonly string[] | null
  readonly allowed_origins: readonly string[] | null
  readonly allow_unauthenticated: boolean
  /** Exemptions from authentication that the acquirer permits. */
  readonly exemptions: readonly ('LOW_VALUE' | 'TRANSACTION_RISK' | 'TRUSTED_BENEFICIARY' | 'SECURE_CORPORATE')[]
  /**
   * Maximum uncharged cards per IP address or customer; more are declined with 4200. Null: no limit.
   * Default: none in UAT, 10 cards an hour in production.
   */
  readonly card_testing_limit: {
    /** Distinct cards. */
    readonly cards: number
    readonly window_seconds: number
  } | null
  /** Payments whose shoppers get a receipt by email: none, those of payment links, or all. Default: off. */
  readonly receipts: 'off' | 'link' | 'all'
  readonly created_at: string
  /** Methods that no real provider supports. */
  readonly simulated_only: readonly string[]
}

/** Body of `PATCH /api/terminals/{id}`. */
export interface ChangeTerminalOriginsRequest {
  readonly allowed_origins: readonly string[] | null
}

/** Item of the response of `GET /api/provider-accounts`. */
export interface ProviderAccount {
  readonly provider_account_id: string
  readonly provider: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly circuit: Circuit
  readonly created_at: string
}

/** Single account only: an open circuit gets no payments, except one every ten seconds. */
export interface Circuit {
  readonly state: 'CLOSED' | 'OPEN' | 'HALF_OPEN'
  readonly consecutive_failures: number
  readonly opened_at: string | null
  readonly next_probe_at: string | null
}

/** Item of the response of `GET /api/simulators/charges`. */
export interface SimulatedCharge {
  readonly provider_account_id: string
  readonly transaction_id: string
  /** Requested operation: the transaction type, or RETURN for returned money of a transfer. */
  readonly operation: string
  /** Minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly state: 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED' | 'RETURNED'
  /** Of a charge with an agreement. */
  readonly initiated_by?: 'CUSTOMER' | 'MERCHANT'
  readonly purpose?: string
  readonly network_transaction_id?: string | null
  readonly has_security_code?: boolean
  readonly created_at: string
}

/** Response of `GET /api/simulators/authentications/{transaction_id}`. */
export interface SimulatedAuthentications {
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** Body of `POST /api/simulators/disputes/{id}/move`. */
export interface SimulatedDisputeMove {
  /** The next state at the provider. */
  readonly to: 'CHARGEBACK' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'CLOSED'
}

/** Body of `POST /api/simulators/walleta-tokens`. */
export interface SimulatedWalletPayment {
  /** A valid number. Default: a Visa test number. */
  readonly card_number?: string | null
  readonly expiration_month?: number | string | null
  readonly expiration_year?: number | string | null
  /** With a cryptogram there is no 3-D Secure, without one there is. */
  readonly auth_method: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  /** One of your `wallet_recipients`, as with `DIRECT`. Default: the gateway. */
  readonly recipient?: string | null
}

/** Response of `POST /api/simulators/walleta-tokens`. */
export interface SimulatedWalletToken {
  readonly walleta_pay_token: string
}

/** Response of `GET /api/test-clock`. */
export interface TestClock {
  /** Time of your clock. */
  readonly now: string
}

/** Body of `POST /api/test-clock`. */
export interface AdvanceTestClockRequest {
  /** Seconds to advance the clock. */
  readonly advance_seconds: number
}

export type ProcessedEvent = EventOf<'transaction.processed', EventPayload>
export type SessionCompletedEvent = EventOf<'session.completed', SessionCompletedPayload>
export type SessionExpiredEvent = EventOf<'session.expired', SessionExpiredPayload>
export type PaymentLinkCompletedEvent = EventOf<'payment_link.completed', PaymentLinkCompletedPayload>
export type PaymentLinkExpiredEvent = EventOf<'payment_link.expired', PaymentLinkExpiredPayload>
export type PaymentMethodKeptEvent = EventOf<'payment_method.kept', PaymentMethodKeptPayload>
export type PaymentMethodRemovedEvent = EventOf<'payment_method.removed', PaymentMethodRemovedPayload>
export type PaymentMethodUpdatedEvent = EventOf<'payment_method.updated', PaymentMethodUpdatedPayload>
export type PaymentMethodExpiringEvent = EventOf<'payment_method.expiring', PaymentMethodExpiringPayload>
export type RefundFailedEvent = EventOf<'refund.failed', RefundFailedPayload>
export type PayoutFailedEvent = EventOf<'payout.failed', PayoutFailedPayload>
export type AuthorizationExpiringEvent = EventOf<'authorization.expiring', AuthorizationExpiringPayload>
export type AuthorizationExpiredEvent = EventOf<'authorization.expired', AuthorizationExpiredPayload>
export type DisputeOpenedEvent = EventOf<'dispute.opened', DisputeOpenedPayload>
export type DisputeUpdatedEvent = EventOf<'dispute.updated', DisputeUpdatedPayload>
export type DisputeDueEvent = EventOf<'dispute.due', DisputeDuePayload>
export type DisputeClosedEvent = EventOf<'dispute.closed', DisputeClosedPayload>
export type FraudWarningReceivedEvent = EventOf<'fraud_warning.received', FraudWarningReceivedPayload>
export type TransactionRetryScheduledEvent = EventOf<'transaction.retry_scheduled', TransactionRetryScheduledPayload>
export type ReviewOpenedEvent = EventOf<'transaction.review_opened', ReviewOpenedPayload>
export type AgreementActivatedEvent = EventOf<'agreement.activated', AgreementActivatedPayload>
export type AgreementSuspendedEvent = EventOf<'agreement.suspended', AgreementSuspendedPayload>
export type AgreementEndedEvent = EventOf<'agreement.ended', AgreementEndedPayload>
export type SettlementDayClosedEvent = EventOf<'settlement_day.closed', SettlementDayClosedPayload>
export type WebhookEndpointFailingEvent = EventOf<'webhook_endpoint.failing', WebhookEndpointFailingPayload>
export type ClientSecretExpiringEvent = EventOf<'client.secret_expiring', ClientSecretExpiringPayload>

/** An event with its payload. */
export interface EventOf<Type, Payload> {
  /** `webhook-id`, the same on every attempt. */
  readonly id: string
  readonly event: Type
  readonly payload: Payload
}

/** An event that a webhook endpoint can subscribe to. */
export type SubscribedEvent =
  | ProcessedEvent
  | SessionCompletedEvent
  | SessionExpiredEvent
  | PaymentLinkCompletedEvent
  | PaymentLinkExpiredEvent
  | PaymentMethodKeptEvent
  | PaymentMethodRemovedEvent
  | PaymentMethodUpdatedEvent
  | PaymentMethodExpiringEvent
  | RefundFailedEvent
  | PayoutFailedEvent
  | AuthorizationExpiringEvent
  | AuthorizationExpiredEvent
  | DisputeOpenedEvent
  | DisputeUpdatedEvent
  | DisputeDueEvent
  | DisputeClosedEvent
  | FraudWarningReceivedEvent
  | TransactionRetryScheduledEvent
  | ReviewOpenedEvent
  | AgreementActivatedEvent
  | AgreementSuspendedEvent
  | AgreementEndedEvent
  | SettlementDayClosedEvent
  | WebhookEndpointFailingEvent
  | ClientSecretExpiringEvent

/** Query of `GET /api/sessions`. */
export interface SessionFilters extends Page {
  readonly reference?: string
  readonly status?: 'CREATED' | 'PENDING' | 'APPROVED' | 'CANCELED' | 'SESSION_EXPIRED'
  readonly terminal_id?: string
}

/** Query of `GET /api/payment-links`. */
export interface PaymentLinkFilters extends Page {
  readonly status?: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'DISABLED'
  readonly reference?: string
  readonly terminal_id?: string
  /** An ID, else part of a reference or description. */
  readonly q?: string
}

/** Query of `GET /api/transactions`. */
export interface ListTransactionsQuery extends CountTransactionsQuery {
  readonly limit?: number
  /** `next_cursor` of the previous page. */
  readonly cursor?: string
  /** As `cursor`; the answer has a `previous_cursor` too. */
  readonly after?: string
  /** `previous_cursor` of the page after it. */
  readonly before?: string
  /** `true` answers what `GET /api/transactions/count` does, which is the address to use. */
  readonly count?: boolean
}

/** Query of `GET /api/transactions/count`. */
export interface CountTransactionsQuery {
  /**
   * An ID, else a reference, an order, an email, the last four digits, an amount such as `12.50`, a
   * customer ID.
   */
  readonly q?: string
  readonly terminal_id?: string
  readonly reference?: string
  readonly order_id?: string
  /** Its captures, refunds and voids. */
  readonly parent_id?: string
  /** Payments and charges of an agreement. */
  readonly agreement_id?: string
  /** Your reference of a capture, refund or void. */
  readonly follow_up_reference?: string
  /** Payments of a payment link. */
  readonly payment_link_id?: string
  readonly status?: 'CREATED' | 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'INVALID' | 'SESSION_EXPIRED'
  readonly transaction_type?:
    | 'AUTHORIZE'
    | 'PURCHASE'
    | 'PAYMENT'
    | 'PAYOUT'
    | 'CAPTURE'
    | 'REFUND'
    | 'VOID'
    | 'REFUND_REVERSAL'
    | 'PAYOUT_REVERSAL'
    | 'AUTHORIZATION_EXPIRY'
    | 'CHARGEBACK'
    | 'CHARGEBACK_REVERSAL'
  readonly created_from?: string
  readonly created_to?: string
  /** Payments that a risk rule marked for review. */
  readonly review?: 'OPEN' | 'CLEARED' | 'FRAUD'
  /** Authorizations with something left to capture that expire before this time. */
  readonly capture_by_before?: string
  /** Of the card or account. */
  readonly last_four?: string
  /** Email of the customer, in any spelling. */
  readonly email?: string
  readonly customer_id?: string
  /** This much or more. Minor units. */
  readonly amount_from?: string
  /** This much or less. Minor units. */
  readonly amount_to?: string
  /** ISO 4217, in capitals. */
  readonly currency?: string
  readonly payment_method?:
    | 'card'
    | 'saved_card'
    | 'network-token'
    | 'walleta-pay'
    | 'agreement'
    | 'walleta-pay-redirect'
    | 'walletb-pay-redirect'
    | 'voucher-redirect-ali'
    | 'voucher-redirect-blt'
    | 'voucher-redirect-chp'
    | 'voucher-redirect-gir'
    | 'voucher-redirect-glu'
    | 'voucher-redirect-gfc'
    | 'voucher-redirect-obt'
    | 'voucher-redirect-npy'
    | 'voucher-redirect-ntl'
    | 'voucher-redirect-onb'
    | 'voucher-redirect-pgf'
    | 'voucher-redirect-psc'
    | 'voucher-redirect-pch'
    | 'voucher-redirect-pwy'
    | 'voucher-redirect-gch'
    | 'voucher-redirect-grp'
    | 'voucher-redirect-cns'
    | 'voucher-redirect-dna'
    | 'voucher-redirect-lnj'
    | 'voucher-redirect-mah'
    | 'voucher-redirect-spx'
    | 'voucher-redirect-khp'
    | 'voucher-redirect-spi'
    | 'voucher-redirect-sft'
    | 'voucher-redirect-epd'
    | 'voucher-redirect-idl'
    | 'voucher-redirect-bct'
    | 'voucher-redirect-blk'
    | 'voucher-redirect-kla'
    | 'voucher-redirect-swi'
    | 'voucher-redirect-twt'
    | 'voucher-redirect-mbp'
    | 'OPEN_BANKING'
    | 'UPI'
    | 'WALLETS'
    | 'BANK_TRANSFER'
    | 'QR_CODE'
    | 'PAYOUT'
  readonly brand?: 'visa' | 'mastercard' | 'maestro' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'dinacard'
  readonly provider_account_id?: string
  readonly processing_code?: string
  /** `payment_method.hash` of a record: the same card or account. */
  readonly card_hash?: string
  /** Only payments of which something was refunded. */
  readonly refunded?: boolean
  /** Only completed payments, as counted by analytics. */
  readonly counted?: boolean
}

/** Query of `GET /api/transactions.csv`. */
export interface ExportTransactionsQuery extends CountTransactionsQuery {
  /**
   * `csv` (default) for programs: separated by commas. `excel`: with a byte-order mark, separated by
   * semicolons, amounts with a decimal comma, long numbers as text.
   */
  readonly format?: 'csv' | 'excel'
}

/** Part of a list, newest first. */
export interface Page {
  readonly limit?: number
  /** `next_cursor` of the previous page. */
  readonly cursor?: string
}

/** Query of `GET /api/payment-methods`. */
export interface PaymentMethodFilters extends Page {
  readonly customer_id?: string
  /** A month: cards that expire in an earlier one. */
  readonly expires_before?: string
}

/** Query of `GET /api/agreements`. */
export interface ListAgreementsQuery extends Page {
  readonly status?: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELED' | 'ENDED'
  readonly customer_id?: string
  /** Token of the stored card. */
  readonly payment_method_id?: string
}

/** Query of `GET /api/lists/{list}`. */
export interface ListEntryFilters extends Page {
  readonly kind?: ListedKind
  /** Entries with this value, of `kind` or of any. */
  readonly value?: string
}

/** Query of `GET /api/rules/{kind}`. */
export interface ShowRulesQuery {
  /** An older version instead of the present one. */
  readonly version?: number
}

/** Query of `GET /api/disputes`. */
export interface DisputeFilters extends Page {
  readonly status?: DisputeStatus
  readonly stage?: DisputeStage
  /** Disputes with an earlier deadline. */
  readonly respond_by_before?: string
  /** Disputes of a payment. */
  readonly transaction_id?: string
}

/** Query of `GET /api/events`. */
export interface EventFilters extends Page {
  /** A type, or `all`. Default without `webhook_endpoint_id`: the types that endpoints get by default. */
  readonly event?: EventType | 'all'
  readonly transaction_id?: string
  readonly status?: 'PENDING' | 'DELIVERED' | 'FAILED'
  readonly webhook_endpoint_id?: string
  readonly created_from?: string
  /** Not included itself. */
  readonly created_to?: string
}

/** Query of `GET /api/settlements/{date}.csv`. */
export interface DownloadSettlementReportQuery {
  /**
   * `csv` (default) for programs: separated by commas. `excel`: with a byte-order mark, separated by
   * semicolons, amounts with a decimal comma, long numbers as text.
   */
  readonly format?: 'csv' | 'excel'
}

/** Query of `GET /api/settlements`. */
export interface SettlementFilters extends Page {
  /** This day in UTC or later. */
  readonly from?: string
  /** This day in UTC or earlier. */
  readonly to?: string
}

/** Query of `GET /api/analytics/payments`. */
export interface ShowPaymentAnalyticsQuery {
  /** First day, in your time zone. */
  readonly from?: string
  /** Last day, inclusive. Default: today. */
  readonly to?: string
  readonly interval?: 'day' | 'hour'
  readonly group_by?:
    | 'all'
    | 'brand'
    | 'method'
    | 'country'
    | 'provider_account'
    | 'terminal'
    | 'code'
    | 'currency'
    | 'authentication'
    | 'retries'
    | 'bin'
  readonly terminal_id?: string
}

/** Query of `GET /api/audit-log`. */
export interface AuditLogFilters extends Page {
  /** ID of a client or user. */
  readonly actor?: string
  /** Such as `terminal.changed`. */
  readonly action?: string
  /** ID of the changed object. */
  readonly subject?: string
  readonly created_from?: string
  /** Not included itself. */
  readonly created_to?: string
}

/** Query of `GET /api/requests`. */
export interface RequestFilters extends FaultFilters {
  /** Errors only: statuses from 400. */
  readonly errors?: boolean
  /** Header `x-request-id` of the response. */
  readonly request_id?: string
  /** Transaction in the response or the path. */
  readonly transaction_id?: string
  readonly limit?: number
  /** `next_cursor` of the previous page. */
  readonly cursor?: string
}

/** Query of `GET /api/requests/faults`. */
export interface FaultFilters {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Such as `/api/transactions/authorize`. */
  readonly route?: string
  readonly status?: number
  readonly created_from?: string
  /** Not included itself. */
  readonly created_to?: string
}

/** Query of `GET /api/simulators/charges`. */
export interface ListSimulatedChargesQuery {
  /** Transaction ID of the charges. */
  readonly transaction_id?: string
  /** Merchant reference of the charges. */
  readonly reference?: string
}
