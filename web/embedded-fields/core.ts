import type { Customer } from '../shared/protocol.ts'
import { setStyles } from './challenge-layer.ts'
import { Component } from './component.ts'
import { createFrame, FrameLink } from './frame-link.ts'
import { lookOf } from './look.ts'
import { chooseLocale, type Options, readConfig } from './options.ts'
import { PaymentError } from './payment-error.ts'
import { Payments } from './payments.ts'

/** Out of sight and of the way, without `display: none`, in which some browsers run no frame. */
const HIDDEN = { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' }

/** One session on one page (specification, browser-side interface, core instance). */
export class Core {
  readonly #options: Options
  readonly #hidden: FrameLink
  readonly #payments = new Payments()
  readonly #components = new Set<Component>()
  #customer: Customer = {}
  #isDestroyed = false

  constructor(options: Options) {
    this.#options = options
    const frame = createFrame(options, 'session', '')
    setStyles(frame, HIDDEN)
    frame.setAttribute('aria-hidden', 'true')
    frame.tabIndex = -1
    const locale = chooseLocale(options.locale)
    const look = lookOf(document.documentElement)
    const greeting = {
      type: 'embedded-fields',
      component: 'session',
      data: {},
      customerConfig: {},
      locale,
      look,
    } as const
    const link = new FrameLink(
      frame,
      () => greeting,
      (message) => this.#payments.hear(link, message),
    )
    this.#hidden = link
    document.body.append(frame)
  }

  /** @throws PaymentError for everything that keeps this page from this session */
  async open(): Promise<void> {
    try {
      this.#customer = await this.#hidden.ready
    } catch (error) {
      this.destroy()
      throw error
    }
  }

  /** A component that can be mounted. @throws PaymentError `invalid_options` or `destroyed` */
  create(type: string, config?: unknown): Component {
    if (this.#isDestroyed) throw new PaymentError('destroyed', 'This core was destroyed; make another one.')
    const around = { options: this.#options, payments: this.#payments, hidden: this.#hidden, customer: this.#customer }
    const component = new Component(type as 'card', readConfig(type, config), around)
    this.#components.add(component)
    return component
  }

  /** Takes everything off the page. A payment under way is answered with `destroyed`; what it became, an event tells. */
  destroy(): void {
    this.#isDestroyed = true
    for (const component of this.#components) component.unmount()
    this.#components.clear()
    this.#hidden.close()
    this.#payments.lose(this.#hidden)
  }
}
