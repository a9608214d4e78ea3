import type { Clock } from '#domain/clock.ts'

const STEP_MS = 230

/** Clock set to past times; it advances a little with each reading. */
export class PastClock implements Clock {
  #at = 0

  /** @param at milliseconds since 1970 */
  set(at: number): void {
    this.#at = at
  }

  advance(milliseconds: number): void {
    this.#at += milliseconds
  }

  now(): Date {
    this.#at += STEP_MS
    return new Date(this.#at)
  }
}
