import { subscriberOf } from '../networks.ts'
import type { Counter, Counts } from './counters.ts'
import { countedValue, type Facts } from './facts.ts'

export interface CountedPayment {
  readonly at: number
  readonly amount: bigint
  readonly currency: string
  readonly card: string | null
  readonly isDeclined: boolean
}

/** Payments of one value within the counter's period. */
interface Window {
  readonly payments: CountedPayment[]
  /** Index of the oldest one that still counts. */
  head: number
  declines: bigint
  sum: bigint
  readonly cards: Map<string, number>
}

/** Bounds the memory of a replay. */
const MOST_KEPT = 300_000

/** Replays counters as they were at each payment; payments must come in the order of time. */
export class ReplayedCounts {
  readonly #windows: readonly { readonly counter: Counter; readonly byValue: Map<string, Window> }[]
  readonly #longest: number
  #kept = 0
  /** Time before which counts may lack payments. */
  #wholeFrom: number

  /** @param wholeFrom time from which all counted payments were added */
  constructor(counters: readonly Counter[], wholeFrom: number) {
    this.#windows = counters.map((counter) => ({ counter, byValue: new Map() }))
    this.#longest = Math.max(0, ...counters.map(({ withinSeconds }) => withinSeconds * 1000))
    this.#wholeFrom = wholeFrom
  }

  isWhole(at: number): boolean {
    return at >= this.#wholeFrom
  }

  /** Counts for a payment, excluding itself. */
  countsFor(facts: Facts, at: number): Counts {
    const counts = new Map<string, bigint>()
    for (const { counter, byValue } of this.#windows) {
      const value = keyOf(facts, counter)
      if (value === null) continue
      const window = byValue.get(value)
      if (window) this.#forget(window, counter, at)
      counts.set(counter.key, window ? countOf(counter.field, window) : 0n)
    }
    return counts
  }

  add(facts: Facts, payment: CountedPayment): void {
    for (const { counter, byValue } of this.#windows) {
      const value = keyOf(facts, counter)
      if (value === null || (counter.currency !== null && counter.currency !== payment.currency)) continue
      const window: Window = byValue.get(value) ?? { payments: [], head: 0, declines: 0n, sum: 0n, cards: new Map() }
      byValue.set(value, window)
      window.payments.push(payment)
      apply(window, payment, 1)
      this.#kept += 1
    }
    if (this.#kept > MOST_KEPT) this.#sweep(payment.at)
  }

  #forget(window: Window, { withinSeconds }: Counter, at: number): void {
    const isOld = ({ at: then }: CountedPayment) => then < at - withinSeconds * 1000
    let { head } = window
    for (; head < window.payments.length && isOld(window.payments[head]!); head += 1)
      apply(window, window.payments[head]!, -1)
    this.#kept -= head - window.head
    window.head = head
    // Moved rarely, because every move copies the rest.
    if (head * 2 <= window.payments.length) return
    window.payments.splice(0, head)
    window.head = 0
  }

  /** Frees memory: values that did not recur are dropped, or everything if that is not enough. */
  #sweep(at: number): void {
    for (const { counter, byValue } of this.#windows) {
      for (const [value, window] of byValue) {
        this.#forget(window, counter, at)
        if (window.payments.length === 0) byValue.delete(value)
      }
    }
    if (this.#kept < MOST_KEPT / 2) return
    for (const { byValue } of this.#windows) byValue.clear()
    this.#kept = 0
    this.#wholeFrom = at + this.#longest
  }
}

function apply(window: Window, { amount, card, isDeclined }: CountedPayment, sign: 1 | -1): void {
  const signed = BigInt(sign)
  window.sum += signed * amount
  if (isDeclined) window.declines += signed
  if (card === null) return
  const uses = (window.cards.get(card) ?? 0) + sign
  if (uses === 0) window.cards.delete(card)
  else window.cards.set(card, uses)
}

function countOf(field: string, { payments, head, declines, sum, cards }: Window): bigint {
  if (field === 'declines') return declines
  if (field === 'sum') return sum
  return BigInt(field === 'distinct_cards' ? cards.size : payments.length - head)
}

/** Payments with the same key count together, as in live counters. */
function keyOf(facts: Facts, { per }: Counter): string | null {
  const value = countedValue(facts, per)
  return value !== null && per === 'customer_ip' ? subscriberOf(value) : value
}
