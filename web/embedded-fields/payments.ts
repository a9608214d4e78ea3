import type {
  Callback,
  ComponentData,
  Customer,
  Listeners,
  Outcome,
  PaymentResponse,
} from '../../embedded-fields/types.ts'
import type { FromFrame } from '../shared/protocol.ts'
import type { FrameLink } from './frame-link.ts'
import { PaymentError } from './payment-error.ts'

export interface PaymentInput {
  readonly link: FrameLink
  readonly data: ComponentData
  readonly customer: Customer
}

export interface PaymentListeners {
  readonly callback: Callback | undefined
  readonly onError: Listeners['onError']
}

/** The payments of one core: one at a time, each answered exactly once. */
export class Payments {
  readonly #open = new Map<number, { readonly payment: Payment; readonly link: FrameLink }>()
  #count = 0

  /**
   * Starts a payment as soon as its frame is ready, canceling one that waits for its bank.
   * @throws PaymentError `already_submitting` for a second submit of one in progress
   */
  submit({ link, data, customer }: PaymentInput, listeners: PaymentListeners): void {
    const earlier = [...this.#open.values()]
    if (earlier.some(({ payment }) => !payment.isAtBank)) {
      throw new PaymentError('already_submitting', 'A payment is in progress; wait for its callback.')
    }
    this.#count += 1
    const id = this.#count
    const payment = new Payment(listeners, () => this.#open.delete(id))
    this.#open.set(id, { payment, link })
    for (const other of earlier) other.link.send({ type: 'cancel' })
    const room = { width: innerWidth, height: innerHeight }
    Promise.all([link.ready, ...earlier.map((other) => other.payment.over)]).then(
      () => link.send({ type: 'submit', id, data, customer, room }),
      (error: PaymentError) => payment.end(null, error),
    )
  }

  refuse(listeners: PaymentListeners, error: PaymentError): void {
    new Payment(listeners, () => undefined).end(null, error)
  }

  receive(link: FrameLink, message: FromFrame): void {
    if (message.type === 'challenge' || message.type === 'challenge-over') {
      for (const payment of this.#of(link)) payment.isAtBank = message.type === 'challenge'
    }
    if (message.type !== 'result') return
    const { id, response, fault } = message
    this.#open.get(id)?.payment.end(response, fault && new PaymentError(fault.code, fault.message))
  }

  /** A frame is gone, so its payment will never be answered. */
  lose(link: FrameLink): void {
    for (const payment of this.#of(link))
      payment.end(null, new PaymentError('destroyed', 'The payment form was removed from the page.'))
  }

  #of(wanted: FrameLink): Payment[] {
    return [...this.#open.values()].filter(({ link }) => link === wanted).map(({ payment }) => payment)
  }
}

/** One payment, from the submit to its one answer. */
class Payment {
  readonly over: Promise<void>
  /** True if the bank's challenge is on the screen: then a new payment may take its place. */
  isAtBank = false
  readonly #listeners: PaymentListeners
  readonly #ended: () => void
  #finish!: () => void
  #isOver = false

  constructor(listeners: PaymentListeners, ended: () => void) {
    this.#listeners = listeners
    this.#ended = ended
    this.over = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  end(response: PaymentResponse | null, error: PaymentError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#ended()
    this.#finish()
    const { callback, onError } = this.#listeners
    if (error) safely(() => onError?.({ code: error.code, message: error.message }))
    safely(() => callback?.(...([response, error] as Outcome)))
  }
}

/** An error in the shop's callback is reported to the shop and does not stop us. */
function safely(tell: () => void): void {
  try {
    tell()
  } catch (error) {
    reportError(error)
  }
}
