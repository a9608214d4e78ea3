import type {
  ComponentData,
  ComponentType,
  Customer,
  CustomerConfig,
  Fault,
  FieldProblem,
  PaymentResponse,
} from '../../embedded-fields/data.ts'
import type { Texts } from './fields/texts/texts.ts'
import type { Locale } from './locales.ts'

export type {
  ComponentData,
  Customer,
  CustomerConfig,
  Fault,
  FaultCode,
  FieldProblem,
  PaymentResponse,
} from '../../embedded-fields/data.ts'

/** Terms that the shopper agrees to, in every language. */
export type AgreementTexts = Readonly<Record<Locale, string>>

/** Purpose of a frame; `session` has no fields and pays methods that need none. */
export type FramePurpose = 'session' | ComponentType

/** Values of the `--lib-*` variables, and the page's color scheme under `color-scheme`. */
export type Theme = Readonly<Record<string, string>>

/** The one message that travels by `window.postMessage`, with the port for all others. */
export interface Handshake {
  readonly type: 'embedded-fields'
  readonly component: FramePurpose
  readonly data: ComponentData
  readonly customerConfig: CustomerConfig
  /** Language tag that the shop's page sets. */
  readonly locale: string | undefined
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
  | { readonly type: 'locale'; readonly locale: string | undefined }
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
  readonly locale: Locale
}

export type FromFrame =
  | { readonly type: 'hello' }
  | Ready
  | ({ readonly type: 'fault' } & Fault)
  | { readonly type: 'state'; readonly state: FormState; readonly field: string | null }
  | { readonly type: 'height'; readonly pixels: number }
  /** How a screen reader announces the frame. */
  | { readonly type: 'title'; readonly title: string }
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
  readonly texts: Texts
  readonly look: Theme
}

/** Answer of the challenge window, sent once. */
export type ChallengeEnd = { readonly type: 'answered' } | { readonly type: 'canceled' }
