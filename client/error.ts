/** One thing that is wrong with a request, as the gateway's 422 body names it. */
export interface Problem {
  /** Dotted path of the field, e.g. `payment_method.data.encrypted_cvv`. */
  readonly property: string
  readonly message: string
  readonly params: readonly string[]
}

/**
 * The one error this library throws: a call the gateway turned away, an answer that never came, a card that cannot be
 * one, a webhook that is not the gateway's. Safe to print and to log. A decline is no error: it is a result.
 */
export class TollgateError extends Error {
  /** HTTP status of the answer; undefined where there was none, so the outcome of the call is unknown. */
  readonly status: number | undefined
  /** Empty where no single field is to blame. */
  readonly problems: readonly Problem[]
  /** Seconds until another attempt makes sense (429, 503). */
  readonly retryAfter: number | undefined

  constructor(message: string, details: { status?: number; problems?: readonly Problem[]; retryAfter?: number } = {}) {
    super(message)
    this.name = 'TollgateError'
    this.status = details.status
    this.problems = details.problems ?? []
    this.retryAfter = details.retryAfter
  }
}
