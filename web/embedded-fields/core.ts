import type { ComponentType, Options, Core as PublicCore } from '../../embedded-fields/types.ts'
import { type Locale, languageOf } from '../shared/locales.ts'
import type { Ready } from '../shared/protocol.ts'
import { Component } from './component.ts'
import { createFrame, setStyles } from './frame.ts'
import { FrameLink } from './frame-link.ts'
import { readConfig, readLocale } from './options.ts'
import { PaymentError } from './payment-error.ts'
import { Payments } from './payments.ts'
import { lookOf } from './read-theme.ts'

/** Invisible, but without `display: none`, in which some browsers run no frame. */
const HIDDEN = { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' }

/** One session on one page (docs/reference/embedded-fields.md#the-core). */
export class Core implements PublicCore {
  readonly #options: Options
  readonly #hidden: FrameLink
  readonly #payments = new Payments()
  readonly #components = new Set<Component>()
  #session!: Ready

  /** @throws PaymentError for everything that keeps this page from using this session */
  static async open(options: Options): Promise<Core> {
    const core = new Core(options)
    try {
      core.#session = await core.#hidden.ready
      return core
    } catch (error) {
      core.destroy()
      throw error
    }
  }

  private constructor(options: Options) {
    this.#options = options
    const frame = createFrame(options, 'session')
    setStyles(frame, HIDDEN)
    frame.ariaHidden = 'true'
    const link = new FrameLink(frame, {
      handshake: () => ({
        type: 'embedded-fields',
        component: 'session',
        data: {},
        customerConfig: {},
        locale: options.locale,
        look: lookOf(frame),
      }),
      receive: (message) => this.#payments.receive(link, message),
      lost: () => this.#payments.lose(link),
    })
    this.#hidden = link
    // Not in the body: it need not be there yet, and shops replace what is in it.
    document.documentElement.append(frame)
  }

  /**
   * The text that the fields show of what the shopper agrees to; null if the payment makes or moves no agreement.
   * @throws PaymentError `invalid_options` for a locale that is no text
   */
  getAgreementText(locale = this.#options.locale): string | null {
    const { agreement, locale: shown } = this.#session
    if (!agreement) return null
    const language = languageOf(readLocale(locale) ?? shown)
    const known = Object.keys(agreement).find((tag) => languageOf(tag) === language)
    return agreement[(known as Locale | undefined) ?? shown]
  }

  /** A component that can be mounted. @throws PaymentError `invalid_options` or `destroyed` */
  create(type: string, config?: unknown): Component {
    this.#assertAlive()
    const context = {
      options: this.#options,
      payments: this.#payments,
      hidden: this.#hidden,
      customer: this.#session.customer,
      assertAlive: () => this.#assertAlive(),
    }
    const component = new Component({ type: type as ComponentType, config: readConfig(type, config), context })
    this.#components.add(component)
    return component
  }

  /** Takes everything off the page. A payment in progress is answered with `destroyed`; an event has its outcome. */
  destroy(): void {
    this.#hidden.close()
    this.#payments.lose(this.#hidden)
    for (const component of this.#components) component.unmount()
    this.#components.clear()
  }

  #assertAlive(): void {
    if (this.#hidden.frame.isConnected) return
    throw new PaymentError('destroyed', 'This core was destroyed; create a new one.')
  }
}
