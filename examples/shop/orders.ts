import { randomInt } from 'node:crypto'
import type { Action, ProcessedEvent, WebhookEvent } from '@tollgate/client'
import { type Line, totalOf } from './basket.ts'
import type { BrowserStep, ChallengePlace } from './browser-step.ts'

/** An order of this shop. A real one lives in a database; this one is forgotten when the process ends. */
export interface Order {
  readonly reference: string
  readonly lines: readonly Line[]
  /** Cents. */
  readonly total: bigint
  challengePlace: ChallengePlace
  /** Path of "Try again": the chosen payment option. */
  optionPath: string
  /** Step that the gateway requested last. Once there is one, the order is in progress and is not sent again. */
  step?: Promise<BrowserStep>
  transactionId?: string
  /** The wallet's or voucher's page, for a shopper who left it and comes back. */
  providerPage?: string
  /** The 3-D Secure step that is due. It stays on the server: the browser never needs its payment data. */
  action?: Action
  event?: ProcessedEvent
}

/** Without letters and digits that look alike, for people who read it out on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const MOST_ORDERS = 10_000

/** The shop's orders by reference; the oldest make room for new ones. */
export class Orders {
  readonly #byReference = new Map<string, Order>()

  /**
   * A new order, made as soon as the checkout shows it: what is paid is what was seen, and a form that is sent twice
   * names the same order twice. Its reference cannot be guessed, because anyone who knows it may see the order.
   */
  place(lines: readonly Line[], optionPath: string): Order {
    const reference = this.newReference()
    const order: Order = { reference, lines, total: totalOf(lines), challengePlace: 'page', optionPath }
    this.#byReference.set(order.reference, order)
    if (this.#byReference.size > MOST_ORDERS) this.#byReference.delete(this.#byReference.keys().next().value!)
    return order
  }

  /** A reference that cannot be guessed. */
  newReference(): string {
    return `LRK-${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
  }

  find(reference: unknown): Order | undefined {
    return typeof reference === 'string' ? this.#byReference.get(reference) : undefined
  }

  /** Keeps the event with its order; the same event may arrive more than once. A test of the endpoint names no order. */
  recordEvent(event: WebhookEvent): void {
    if (event.event !== 'transaction.processed') return
    const order = this.#byReference.get(event.payload.reference)
    if (order) order.event = event
  }
}
