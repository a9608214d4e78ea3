import type { Locale } from '../shared/locales.ts'
import type {
  ComponentType,
  Customer,
  FieldProblem,
  FormState,
  FromFrame,
  Greeting,
  ToFrame,
} from '../shared/protocol.ts'
import { setStyles, showChallenge } from './challenge-layer.ts'
import { createFrame, FrameLink } from './frame-link.ts'
import { lookOf, watchLook } from './look.ts'
import { type ComponentConfig, chooseLocale, type Options, type SubmitOptions } from './options.ts'
import { PaymentError } from './payment-error.ts'
import type { Payments } from './payments.ts'

/** What a component needs of its core. */
export interface Surroundings {
  readonly options: Options
  readonly payments: Payments
  /** The core's own hidden frame pays what needs no fields. */
  readonly hidden: FrameLink
  /** What the session knew of the customer when the core was made. */
  readonly customer: Customer
}

/** What is said of a form that is not there yet. */
const UNKNOWN: FormState = { valid: false, complete: false, brand: null, problems: [], customer: {} }

const ELEMENT = 'embedded-fields-card'
/** The frame has a margin of 4 pixels inside, for the rings that show the focus. */
const FRAME = {
  display: 'block',
  width: 'calc(100% + 8px)',
  'max-width': 'none',
  height: '0',
  border: '0',
  margin: '-4px',
  padding: '0',
  background: 'none',
}

const TITLES: Readonly<Record<Locale, string>> = {
  'en-US': 'Payment details',
  'bs-BA': 'Podaci za plaćanje',
  'ro-RO': 'Date de plată',
  'sv-SE': 'Betalningsuppgifter',
}

/** Payment fields in a shop's page (specification, browser-side interface, component methods). */
export class Component {
  readonly #type: ComponentType
  readonly #config: ComponentConfig
  readonly #around: Surroundings
  #locale: Locale
  #link: FrameLink | null = null
  #element: HTMLElement | null = null
  #state = UNKNOWN
  #forgetLook = (): void => undefined
  #closeChallenge = (): void => undefined

  constructor(type: ComponentType, config: ComponentConfig, around: Surroundings) {
    this.#type = type
    this.#config = config
    this.#around = around
    this.#locale = chooseLocale(config.locale ?? around.options.locale)
  }

  /**
   * Puts the fields on the page; mounted before, they move.
   * @returns settled once they are ready or have failed, which `onError` tells
   */
  mount(target: string | Element): Promise<void> {
    const place = typeof target === 'string' ? document.querySelector(target) : target
    if (!(place instanceof Element)) throw new PaymentError('invalid_options', `There is no ${target} to mount into.`)
    this.unmount()
    this.#element = document.createElement(ELEMENT)
    this.#element.style.setProperty('display', 'block')
    const frame = createFrame(this.#around.options, this.#type, TITLES[this.#locale])
    setStyles(frame, FRAME)
    this.#element.append(frame)
    place.append(this.#element)
    const link = new FrameLink(
      frame,
      () => this.#greeting(),
      (message, ports) => this.#hear(link, message, ports),
    )
    this.#link = link
    this.#forgetLook = watchLook(frame, () => this.#tell({ type: 'look', look: lookOf(frame) }))
    return link.ready.then(
      () => undefined,
      (error: PaymentError) => this.#failed(link, error),
    )
  }

  /** Takes the fields off the page; they may be mounted again. A payment under way is answered with `destroyed`. */
  unmount(): void {
    const link = this.#link
    if (!link) return
    this.#forgetLook()
    this.#closeChallenge()
    this.#link = null
    this.#state = UNKNOWN
    link.close()
    this.#element?.remove()
    this.#around.payments.lose(link)
  }

  /** Whether everything that is asked for is there and right. Shows what is not, without moving the focus. */
  validate(): boolean {
    this.#tell({ type: 'show-problems' })
    return this.#state.valid
  }

  getDataWithValidation(): { valid: boolean; errors: readonly FieldProblem[] } {
    return { valid: this.#state.valid, errors: this.#state.problems }
  }

  /** What the session knew of the customer, with what was typed here. */
  getCustomer(): Customer {
    return { ...this.#around.customer, ...this.#state.customer }
  }

  changeLocale(locale: string): void {
    this.#locale = chooseLocale(locale)
    if (this.#link) this.#link.frame.title = TITLES[this.#locale]
    this.#tell({ type: 'locale', locale: this.#locale })
  }

  /** Pays; `callback` is called exactly once, with the outcome or with what went wrong. */
  submitPayment(options: SubmitOptions = {}): void {
    const { payments, hidden } = this.#around
    const { data = {}, componentListeners: listeners = {} } = this.#config
    const link = this.#link ?? (this.#type === 'alternative-payment-method' ? hidden : null)
    const unmounted = { code: 'invalid_fields', message: 'Mount the component before it pays.' }
    const ready = link ? link.ready : Promise.reject(unmounted)
    ready.then(
      () => payments.submit({ link: link!, data, options, listeners }),
      ({ code, message }: PaymentError) => payments.refuse({ options, listeners }, code, message),
    )
  }

  #greeting(): Greeting {
    const { data = {}, customerConfig = {} } = this.#config
    const look = lookOf(this.#link?.frame ?? document.documentElement)
    return { type: 'embedded-fields', component: this.#type, data, customerConfig, locale: this.#locale, look }
  }

  #hear(link: FrameLink, message: FromFrame, ports: readonly MessagePort[]): void {
    if (message.type === 'state') this.#changed(message.state, message.field)
    if (message.type === 'height') setStyles(link.frame, { height: `${message.pixels}px` })
    if (message.type === 'enter') link.frame.closest('form')?.requestSubmit()
    if (message.type === 'challenge') this.#openChallenge(link, ports[0]!)
    if (message.type === 'challenge-over') this.#closeChallenge()
    if (message.type === 'result' && message.fault?.code === 'invalid_fields' && !this.#state.valid)
      this.#giveFocus(link)
    this.#around.payments.hear(link, message)
  }

  #changed(state: FormState, field: string | null): void {
    this.#state = state
    const { valid, complete, brand } = state
    if (field !== null) this.#config.componentListeners?.onChange?.({ valid, complete, brand, field })
  }

  #openChallenge(link: FrameLink, port: MessagePort): void {
    const frame = createFrame(this.#around.options, 'challenge', TITLES[this.#locale])
    const close = showChallenge(frame, link.frame, port, () => link.send({ type: 'cancel' }))
    this.#closeChallenge = () => {
      this.#closeChallenge = () => undefined
      close()
      if (document.activeElement === link.frame) this.#giveFocus(link)
    }
  }

  /** A frame may not take the focus everywhere, so the page gives it away first. */
  #giveFocus({ frame }: FrameLink): void {
    frame.focus()
    this.#tell({ type: 'focus' })
  }

  #tell(message: ToFrame): void {
    this.#link?.send(message)
  }

  #failed(link: FrameLink, error: PaymentError): void {
    if (this.#link !== link) return
    this.#config.componentListeners?.onError?.({ code: error.code, message: error.message })
  }
}
