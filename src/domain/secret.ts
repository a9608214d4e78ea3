import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** A value that cannot print itself: not in a template, not as JSON, not in an error, not in a debugger's log line. */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The value itself. Every call is a place an auditor looks at. */
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
