import type { Customer, FieldProblem, Component as PublicComponent } from '../../embedded-fields/types.ts'
import { type ComponentSetup, UNKNOWN_STATE } from './component-context.ts'
import type { FrameLink } from './frame-link.ts'
import { MountedFields } from './mounted-fields.ts'
import { readCallback, readCustomer, readLocale } from './options.ts'
import { PaymentError } from './payment-error.ts'

/** Methods that ask the shopper for nothing, so that there is nothing to mount. */
const WITHOUT_FIELDS = ['walleta-pay-redirect', 'walletb-pay-redirect']

/** Payment fields in a shop's page (docs/reference/embedded-fields.md#components). */
export class Component implements PublicComponent {
  readonly #setup: ComponentSetup
  #locale: string | undefined
  #fields: MountedFields | null = null

  constructor(setup: ComponentSetup) {
    this.#setup = setup
    this.#locale = readLocale(setup.config.locale ?? setup.context.options.locale)
  }

  /**
   * Puts the fields on the page. Fields that were mounted before start again there.
   * @returns once they are ready or have failed, which `onError` reports
   * @throws PaymentError `invalid_options` where there is no such place, `destroyed` after the core was
   */
  mount(target: string | Element): Promise<void> {
    this.#setup.context.assertAlive()
    const place = placeOf(target)
    this.unmount()
    this.#fields = new MountedFields(place, this.#setup, this.#locale)
    return this.#fields.untilReady()
  }

  /** Takes the fields off the page; they may be mounted again. A payment in progress is answered with `destroyed`. */
  unmount(): void {
    const fields = this.#fields
    this.#fields = null
    fields?.remove()
  }

  /** True if everything that is asked for is there and right. Shows what is not, without moving the focus. */
  validate(): boolean {
    this.#fields?.showProblems()
    return this.#state.valid
  }

  getDataWithValidation(): { valid: boolean; errors: readonly FieldProblem[] } {
    return { valid: this.#state.valid, errors: this.#state.problems }
  }

  getCustomer(): Customer {
    return { ...this.#setup.context.customer, ...this.#state.customer }
  }

  /** @throws PaymentError `invalid_options` for what is no language tag */
  changeLocale(locale: string): void {
    this.#locale = readLocale(locale)
    this.#fields?.setLocale(this.#locale)
  }

  /** Pays; `callback` is called exactly once, with the outcome or with what went wrong. */
  submitPayment(options?: unknown): void {
    const { config, context } = this.#setup
    const { payments } = context
    const listeners = { callback: readCallback(options), onError: config.componentListeners.onError }
    try {
      payments.submit({ link: this.#payingLink(), data: config.data, customer: readCustomer(options) }, listeners)
    } catch (error) {
      payments.refuse(listeners, error as PaymentError)
    }
  }

  get #state() {
    return this.#fields?.state ?? (this.#hasFields ? UNKNOWN_STATE : { ...UNKNOWN_STATE, valid: true, complete: true })
  }

  get #hasFields(): boolean {
    return !WITHOUT_FIELDS.includes(this.#setup.config.data.type ?? '')
  }

  #payingLink(): FrameLink {
    const { type, context } = this.#setup
    context.assertAlive()
    const link = this.#fields?.link ?? (type === 'alternative-payment-method' ? context.hidden : null)
    if (!link?.frame.isConnected)
      throw new PaymentError('invalid_fields', 'Mount the component before you submit a payment.')
    return link
  }
}

function placeOf(target: unknown): Element {
  try {
    const place = typeof target === 'string' ? document.querySelector(target) : target
    if (place instanceof Element) return place
  } catch {
    // A selector that cannot be read finds nothing.
  }
  throw new PaymentError('invalid_options', `No element ${String(target)} to mount into.`)
}
