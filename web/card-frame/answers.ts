import type { Customer } from '../shared/protocol.ts'

// What the gateway answers to the card's frame.

/** A card the session's customer has saved with this merchant. */
export interface SavedCard {
  readonly payment_method_id: string
  readonly masked: string
  readonly brand: string | null
  readonly expiration_month: number | string
  readonly expiration_year: number | string
  readonly cvc_required: boolean
}

/** What the gateway tells a page about a session that may be paid. */
export interface OpenSession {
  readonly country: string | null
  readonly customer: Customer | null
  readonly methods: readonly string[]
  readonly saved_cards: readonly SavedCard[]
  readonly save_card: 'no' | 'yes' | 'ask'
}

/** A step of 3-D Secure that is due in this page. */
export interface Action {
  readonly type: 'THREE_DS_2_FINGERPRINT' | 'THREE_DS_2_CHALLENGE'
  /** Null for a fingerprint without a method page. */
  readonly url: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly wait_seconds: number
  /** How long the gateway waits for the shopper. */
  readonly limit_seconds: number
  readonly window_size?: string
  readonly full_page_url?: string | null
}

/** Where a payment stands. */
export interface Step {
  readonly approved: boolean
  readonly status: string
  readonly transaction_id: string
  readonly processing_code: string
  readonly action?: Action | null
  readonly redirect?: { readonly url: string } | null
}
