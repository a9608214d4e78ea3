import { afterPointerRelease } from '../shared/after-pointer-release.ts'
import type { FormState, FromFrame, ToFrame } from '../shared/protocol.ts'
import { showChallenge } from './challenge-layer.ts'
import { type ComponentSetup, UNKNOWN_STATE } from './component-context.ts'
import { createFieldsElement } from './fields-element.ts'
import { createFrame, setStyles } from './frame.ts'
import { FrameLink } from './frame-link.ts'
import type { PaymentError } from './payment-error.ts'
import { lookOf, watchLook } from './read-theme.ts'

export class MountedFields {
  readonly link: FrameLink
  readonly #setup: ComponentSetup
  readonly #element: HTMLElement
  readonly #forgetLook: () => void
  #locale: string | undefined
  #state = UNKNOWN_STATE
  #closeChallenge = (): void => undefined

  constructor(place: Element, setup: ComponentSetup, locale: string | undefined) {
    this.#setup = setup
    this.#locale = locale
    const frame = createFrame(setup.context.options, setup.type, locale)
    this.link = new FrameLink(frame, {
      handshake: () => ({ ...this.#handshake(), look: lookOf(frame) }),
      receive: (message, ports) => this.#receive(message, ports),
      lost: () => {
        this.#lose()
        void this.untilReady()
      },
    })
    this.#element = createFieldsElement(frame, () => this.#lose())
    place.append(this.#element)
    this.#forgetLook = watchLook(frame, () => this.#send({ type: 'look', look: lookOf(frame) }))
  }

  get state(): FormState {
    return this.#state
  }

  /** Resolved once the fields are ready or have failed, which `onError` reports, unless they were removed. */
  untilReady(): Promise<void> {
    return this.link.ready.then(
      () => undefined,
      ({ code, message }: PaymentError) => {
        if (code !== 'destroyed') this.#setup.config.componentListeners.onError?.({ code, message })
      },
    )
  }

  remove(): void {
    this.#forgetLook()
    this.link.close()
    this.#element.remove()
    this.#lose()
  }

  showProblems(): void {
    this.#send({ type: 'show-problems' })
  }

  setLocale(locale: string | undefined): void {
    this.#locale = locale
    this.#send({ type: 'locale', locale })
  }

  #handshake() {
    const { type: component, config } = this.#setup
    const { data, customerConfig } = config
    return { type: 'embedded-fields', component, data, customerConfig, locale: this.#locale } as const
  }

  #receive(message: FromFrame, ports: readonly MessagePort[]): void {
    const { frame } = this.link
    if (message.type === 'state') this.#changed(message.state, message.field)
    if (message.type === 'title') frame.title = message.title
    if (message.type === 'height') afterPointerRelease(() => setStyles(frame, { height: `${message.pixels}px` }))
    if (message.type === 'enter') frame.closest('form')?.requestSubmit()
    if (message.type === 'challenge') this.#openChallenge(ports[0]!)
    if (message.type === 'challenge-over') this.#closeChallenge()
    if (message.type === 'result' && message.isMarked) this.#giveFocus()
    this.#setup.context.payments.receive(this.link, message)
  }

  #changed(state: FormState, field: string | null): void {
    this.#state = state
    const { valid, complete, brand } = state
    if (field !== null) this.#setup.config.componentListeners.onChange?.({ valid, complete, brand, field })
  }

  #openChallenge(port: MessagePort): void {
    const frame = createFrame(this.#setup.context.options, 'challenge')
    frame.title = this.link.frame.title
    const close = showChallenge(frame, this.link.frame, port, () => this.#send({ type: 'cancel' }))
    this.#closeChallenge = () => {
      this.#closeChallenge = () => undefined
      close()
      if (document.activeElement === this.link.frame) this.#giveFocus()
    }
  }

  /** Focuses the frame first, because not every browser lets a frame take the focus itself. */
  #giveFocus(): void {
    this.link.frame.focus()
    this.#send({ type: 'focus' })
  }

  /** Handles the loss of the frame's page: its input is gone, and so is the answer to a payment in progress. */
  #lose(): void {
    this.#state = UNKNOWN_STATE
    this.#closeChallenge()
    this.#setup.context.payments.lose(this.link)
  }

  #send(message: ToFrame): void {
    this.link.send(message)
  }
}
