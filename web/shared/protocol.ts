import type { AgreementTexts } from './agreement/agreement-text.ts'
import type { Locale } from './locales.ts'

/** Error codes of the embedded fields (docs/reference/processing-codes.md#codes-of-the-embedded-fields). */
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

export interface Fault {
  readonly code: FaultCode
  readonly message: string
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

/** Purpose of a frame; `session` has no fields and pays methods that need none. */
export type ComponentType = 'session' | 'card' | 'saved-card' | 'alternative-payment-method'

export interface CustomerConfig {
  readonly hasHolderName?: boolean
  readonly holderNameRequired?: boolean
  readonly hasHolderEmail?: boolean
  readonly holderEmailRequired?: boolean
}

/** Saved card, or method of an alternative payment, of a component. */
export interface ComponentData {
  readonly paymentMethodId?: string
  readonly maskedPan?: string
  /** MMYY. */
  readonly expirationDate?: string
  readonly cardBrand?: string
  /** A `data-method` value: `walleta-pay-redirect`, `OPEN_BANKING` … */
  readonly type?: string
}

/** Values of the `--lib-*` variables, and the page's color scheme under `color-scheme`. */
export type Theme = Readonly<Record<string, string>>

/** The one message that travels by `window.postMessage`, with the port for all others. */
export interface Handshake {
  readonly type: 'embedded-fields'
  readonly component: ComponentType
  readonly data: ComponentData
  readonly customerConfig: CustomerConfig
  readonly locale: Locale
  readonly look: Theme
}

/** State of the fields for the shop's page: never a digit of the card. */
export interface FormState {
  readonly valid: boolean
  /** Every field that is asked for is filled in. */
  readonly complete: boolean
  readonly brand: string | null
  readonly problems: readonly FieldProblem[]
  readonly customer: Customer
}

export type ToFrame =
  | { readonly type: 'look'; readonly look: Theme }
  | { readonly type: 'locale'; readonly locale: Locale }
  | { readonly type: 'show-problems' }
  /** The page has focused the frame: on to the first field that is wrong, else to the one that had the focus. */
  | { readonly type: 'focus' }
  | {
      readonly type: 'submit'
      readonly id: number
      readonly data: ComponentData
      readonly customer: Customer
      /** Pixels of the window that the challenge may take up. */
      readonly room: { readonly width: number; readonly height: number }
    }
  | { readonly type: 'cancel' }

/** Customer data of the session, and the terms that the shopper agrees to. */
export interface Ready {
  readonly type: 'ready'
  readonly customer: Customer
  readonly agreement: AgreementTexts | null
}

export type FromFrame =
  | { readonly type: 'hello' }
  | Ready
  | ({ readonly type: 'fault' } & Fault)
  | { readonly type: 'state'; readonly state: FormState; readonly field: string | null }
  | { readonly type: 'height'; readonly pixels: number }
  | { readonly type: 'enter' }
  /** Comes with a port for the challenge window. */
  | { readonly type: 'challenge' }
  | { readonly type: 'challenge-over' }
  | {
      readonly type: 'result'
      readonly id: number
      readonly response: PaymentResponse | null
      readonly fault: Fault | null
      /** True if a field of the frame is marked as wrong: the focus goes there. */
      readonly isMarked: boolean
    }

/** A form to post into a frame, or nothing to post. */
export interface BankForm {
  readonly url: string | null
  readonly fields: Readonly<Record<string, string>>
}

/** Request of the card frame to the challenge window, over the port between them. */
export interface ChallengeRequest extends BankForm {
  readonly windowSize: string
  readonly fullPageUrl: string | null
  readonly locale: Locale
  readonly look: Theme
}

/** Answer of the challenge window, sent once. */
export type ChallengeEnd = { readonly type: 'answered' } | { readonly type: 'canceled' }
