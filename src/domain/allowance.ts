export class Allowance {
  readonly #most: number
  readonly #spanMs: number
  #left = 0
  #endsAt = Number.NEGATIVE_INFINITY

  constructor(most: number, spanMs: number) {
    this.#most = most
    this.#spanMs = spanMs
  }

  /** Consumes one action. @param now monotonic, in milliseconds @returns 0, or the milliseconds until the next one is allowed */
  take(now = performance.now()): number {
    if (now >= this.#endsAt) [this.#left, this.#endsAt] = [this.#most, now + this.#spanMs]
    if (this.#left === 0) return this.#endsAt - now
    this.#left -= 1
    return 0
  }
}
