import type { ComponentData, FaultCode, FromFrame, PaymentResponse } from '../shared/protocol.ts'
import type { FrameLink } from './frame-link.ts'
import type { Listeners, SubmitOptions } from './options.ts'
import { PaymentError } from './payment-error.ts'

/** Who pays with what, and who is told. */
export interface Order {
  readonly link: FrameLink
  readonly data: ComponentData
  readonly options: SubmitOptions
  readonly listeners: Listeners
}

/** The payments of one core: one at a time, each answered exactly once. */
export class Payments {
  readonly #open = new Map<number, { readonly payment: Payment; readonly link: FrameLink }>()
  #count = 0

  /** Starts a payment, cancelling one that waits for its bank. A second submit of one under way is refused. */
  async submit(order: Order): Promise<void> {
    const { link, data, options } = order
    const earlier = [...this.#open.values()]
    if (earlier.some(({ payment }) => !payment.isAtBank)) {
      return this.refuse(order, 'already_submitting', 'A payment is under way; wait for its callback.')
    }
    this.#count += 1
    const id = this.#count
    this.#open.set(id, { payment: new Payment(order, () => this.#open.delete(id)), link })
    for (const other of earlier) other.link.send({ type: 'cancel' })
    await Promise.all(earlier.map(({ payment }) => payment.over))
    const room = { width: innerWidth, height: innerHeight }
    link.send({ type: 'submit', id, data, customer: options.customer ?? {}, room })
  }

  /** Answers a payment that does not start. */
  refuse(order: Pick<Order, 'options' | 'listeners'>, code: FaultCode, message: string): void {
    new Payment(order, () => undefined).fail(code, message)
  }

  /** What a frame says of its payment. */
  hear(link: FrameLink, message: FromFrame): void {
    if (message.type === 'challenge') for (const payment of this.#of(link)) payment.isAtBank = true
    if (message.type !== 'result') return
    const { id, response, fault } = message
    this.#open.get(id)?.payment.end(response, fault && new PaymentError(fault.code, fault.message))
  }

  /** A frame is gone, and with it what it would have answered. */
  lose(link: FrameLink): void {
    for (const payment of this.#of(link)) payment.fail('destroyed', 'The payment form was taken off the page.')
  }

  #of(wanted: FrameLink): Payment[] {
    return [...this.#open.values()].filter(({ link }) => link === wanted).map(({ payment }) => payment)
  }
}

/** One try to pay, from the submit to its one answer. */
class Payment {
  readonly over: Promise<void>
  /** Whether the bank's question is on the screen: then a new try may take its place. */
  isAtBank = false
  readonly #order: Pick<Order, 'options' | 'listeners'>
  readonly #ended: () => void
  #finish!: () => void
  #isOver = false

  constructor(order: Pick<Order, 'options' | 'listeners'>, ended: () => void) {
    this.#order = order
    this.#ended = ended
    this.over = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  fail(code: FaultCode, message: string): void {
    this.end(null, new PaymentError(code, message))
  }

  end(response: PaymentResponse | null, error: PaymentError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#ended()
    this.#finish()
    const { options, listeners } = this.#order
    try {
      if (error) listeners.onError?.({ code: error.code, message: error.message })
    } finally {
      options.callback?.(response, error)
    }
  }
}
