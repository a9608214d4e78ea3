import type { Clock } from '#domain/clock.ts'

const STEP_MS = 230

/** A clock that is set to moments of the past and goes on a little with each look. */
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
