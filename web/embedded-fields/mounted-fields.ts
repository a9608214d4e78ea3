import type { Locale } from '../shared/locales.ts'
import type { FormState, FromFrame, ToFrame } from '../shared/protocol.ts'
import { showChallenge } from './challenge-layer.ts'
import { type Part, UNKNOWN } from './component-context.ts'
import { createFieldsElement } from './fields-element.ts'
import { createFrame, setStyles, TITLES } from './frame.ts'
import { FrameLink } from './frame-link.ts'
import type { PaymentError } from './payment-error.ts'
import { lookOf, watchLook } from './read-look.ts'

/** The fields of a component while they are on the page: one element with one frame. */
export class MountedFields {
  readonly link: FrameLink
  readonly #part: Part
  readonly #element: HTMLElement
  readonly #forgetLook: () => void
  #locale: Locale
  #state = UNKNOWN
  #closeChallenge = (): void => undefined

  constructor(place: Element, part: Part, locale: Locale) {
    this.#part = part
    this.#locale = locale
    const frame = createFrame(part.around.options, part.type, TITLES[locale])
    this.link = new FrameLink(frame, {
      greeting: () => ({ ...this.#greeting(), look: lookOf(frame) }),
      hear: (message, ports) => this.#hear(message, ports),
      lost: () => {
        this.#lose()
        void this.untilReady()
      },
    })
    this.#element = createFieldsElement(frame, () => this.#lose())
    place.append(this.#element)
    this.#forgetLook = watchLook(frame, () => this.#tell({ type: 'look', look: lookOf(frame) }))
  }

  get state(): FormState {
    return this.#state
  }

  /** Resolved once the fields are ready or have failed, which `onError` tells unless they were taken away. */
  untilReady(): Promise<void> {
    return this.link.ready.then(
      () => undefined,
      ({ code, message }: PaymentError) => {
        if (code !== 'destroyed') this.#part.config.componentListeners.onError?.({ code, message })
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
    this.#tell({ type: 'show-problems' })
  }

  setLocale(locale: Locale): void {
    this.#locale = locale
    this.link.frame.title = TITLES[locale]
    this.#tell({ type: 'locale', locale })
  }

  #greeting() {
    const { type: component, config } = this.#part
    const { data, customerConfig } = config
    return { type: 'embedded-fields', component, data, customerConfig, locale: this.#locale } as const
  }

  #hear(message: FromFrame, ports: readonly MessagePort[]): void {
    const { frame } = this.link
    if (message.type === 'state') this.#changed(message.state, message.field)
    if (message.type === 'height') setStyles(frame, { height: `${message.pixels}px` })
    if (message.type === 'enter') frame.closest('form')?.requestSubmit()
    if (message.type === 'challenge') this.#openChallenge(ports[0]!)
    if (message.type === 'challenge-over') this.#closeChallenge()
    if (message.type === 'result' && message.isMarked) this.#giveFocus()
    this.#part.around.payments.hear(this.link, message)
  }

  #changed(state: FormState, field: string | null): void {
    this.#state = state
    const { valid, complete, brand } = state
    if (field !== null) this.#part.config.componentListeners.onChange?.({ valid, complete, brand, field })
  }

  #openChallenge(port: MessagePort): void {
    const frame = createFrame(this.#part.around.options, 'challenge', TITLES[this.#locale])
    const close = showChallenge(frame, this.link.frame, port, () => this.#tell({ type: 'cancel' }))
    this.#closeChallenge = () => {
      this.#closeChallenge = () => undefined
      close()
      if (document.activeElement === this.link.frame) this.#giveFocus()
    }
  }

  /** A frame may not take the focus everywhere, so the page gives it away first. */
  #giveFocus(): void {
    this.link.frame.focus()
    this.#tell({ type: 'focus' })
  }

  /** What was typed is gone with the frame's page, and so is the answer to a payment under way. */
  #lose(): void {
    this.#state = UNKNOWN
    this.#closeChallenge()
    this.#part.around.payments.lose(this.link)
  }

  #tell(message: ToFrame): void {
    this.link.send(message)
  }
}
