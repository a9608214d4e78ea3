import type {
  ComponentData,
  ComponentType,
  Customer,
  CustomerConfig,
  Fault,
  FaultCode,
  FieldProblem,
  PaymentResponse,
} from './data.ts'

// Interface of the gateway's script. web/embedded-fields implements these types, so they cannot differ from it.

export type * from './data.ts'

/** Opens a session in this page. Rejects with a {@link PaymentError}. */
export type PaymentComponent = (options: Options) => Promise<Core>

export interface Options {
  readonly clientKey: string
  readonly sessionId: string
  /** `test` for realm `uat`. */
  readonly environment: 'test' | 'production'
  readonly locale?: string
}

/** One session on one page. */
export interface Core {
  /** @throws PaymentError `invalid_options` or `destroyed` */
  create(type: ComponentType, config?: ComponentConfig | { readonly componentConfig: ComponentConfig }): Component
  /** Text that the shopper agrees to; null without an agreement. */
  getAgreementText(locale?: string): string | null
  /** Removes everything from the page. A payment in progress calls back with `destroyed`. */
  destroy(): void
}

export interface ComponentConfig {
  readonly data?: ComponentData
  readonly customerConfig?: CustomerConfig
  readonly componentListeners?: Listeners
  readonly locale?: string
}

export interface Listeners {
  readonly onChange?: (change: FieldsChange) => void
  readonly onError?: (error: Fault) => void
}

export interface FieldsChange {
  readonly valid: boolean
  /** Every field that is asked for is filled in. */
  readonly complete: boolean
  readonly brand: string | null
  readonly field: string
}

/** Payment fields in a shop's page. */
export interface Component {
  /**
   * Puts the fields on the page, any number of times.
   * @returns once they are ready or have failed, which `onError` reports
   * @throws PaymentError `invalid_options` if there is no such element, `destroyed` after the core was
   */
  mount(target: string | Element): Promise<void>
  /** Removes the fields; a payment in progress calls back with `destroyed`. */
  unmount(): void
  /** Shows what is wrong, without moving the focus. */
  validate(): boolean
  getDataWithValidation(): { readonly valid: boolean; readonly errors: readonly FieldProblem[] }
  getCustomer(): Customer
  changeLocale(locale: string): void
  /** Pays; errors go to `callback` and `onError`. */
  submitPayment(options?: SubmitOptions): void
}

export interface SubmitOptions {
  readonly customer?: Customer
  readonly callback?: Callback
}

/** Is called once with how `submitPayment` ended. */
export type Callback = (...outcome: Outcome) => void

export type Outcome = [response: PaymentResponse, error: null] | [response: PaymentResponse | null, error: PaymentError]

/** Error of `PaymentComponent`, `callback` and `loadTollgate`. */
export interface PaymentError extends Error {
  readonly code: FaultCode
}

export interface Wallet {
  /** A component without fields; the page has its own button. */
  factory(core: Core): Component
}

export interface Wallets {
  'walleta-pay-redirect'?: Wallet
  'walletb-pay-redirect'?: Wallet
}

declare global {
  interface Window extends Wallets {
    PaymentComponent?: PaymentComponent
  }
}
