// Data that shops, the gateway's script and its frames exchange.

export type ComponentType = 'card' | 'saved-card' | 'alternative-payment-method'

/** Saved card, or method of an alternative payment, of a component. */
export interface ComponentData {
  /** Required by `saved-card`. */
  readonly paymentMethodId?: string
  readonly maskedPan?: string
  /** MMYY. */
  readonly expirationDate?: string
  readonly cardBrand?: string
  /** Required by `alternative-payment-method`: `walleta-pay-redirect`, `OPEN_BANKING` … */
  readonly type?: string
}

export interface CustomerConfig {
  readonly hasHolderName?: boolean
  readonly holderNameRequired?: boolean
  readonly hasHolderEmail?: boolean
  readonly holderEmailRequired?: boolean
}

export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** The customer as shops write it in the browser. */
export interface Customer {
  readonly firstName?: string
  readonly lastName?: string
  readonly address?: string
  readonly city?: string
  readonly postalCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** E.164. */
  readonly phone?: string
  readonly email?: string
  readonly holderName?: string
}

/** How a payment ended, or where the shopper goes on. */
export interface PaymentResponse {
  readonly approved: boolean
  readonly status: string
  readonly transaction_id: string
  readonly processing_code: string
  readonly redirect?: { readonly url: string }
}

export interface Fault {
  readonly code: FaultCode
  readonly message: string
}

/** Error codes of the embedded fields. */
export type FaultCode =
  | 'invalid_options'
  | 'invalid_client_key'
  | 'origin_not_allowed'
  | 'session_not_found'
  | 'session_expired'
  | 'session_completed'
  | 'environment_mismatch'
  | 'insecure_page'
  | 'frame_blocked'
  | 'timeout'
  | 'network_error'
  | 'invalid_fields'
  | 'already_submitting'
  | 'canceled'
  | 'destroyed'
