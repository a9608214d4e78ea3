// What the gateway answers to the card's frame.

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
