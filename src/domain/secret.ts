import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** Value that cannot print itself: not in a template, JSON, an error or a debugger's log line. */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** Returns the value. Audits review every call. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
