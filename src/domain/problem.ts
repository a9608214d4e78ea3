/** One thing that is wrong with a request, in the wire's own shape (docs/reference/requests.md#error-bodies). */
export interface Problem {
  /** Dotted path of the field, e.g. `payment_method.data.email`. */
  readonly property: string
  /** Instruction, safe to show and to log. */
  readonly message: string
  /** The bound that was broken, as strings. */
  readonly params: readonly string[]
}

/** Every way a request can be turned away, with the status code that `src/http` gives it. */
export type RequestErrorKind =
  | 'malformed' // 400
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'not-permitted' // 403, to a client that is limited
  | 'not-found' // 404
  | 'method-not-allowed' // 405
  | 'still-running' // 409
  | 'too-large' // 413
  | 'unsupported-media-type' // 415
  | 'invalid' // 422
  | 'precondition-required' // 428
  | 'too-many-requests' // 429
  | 'unavailable' // 503

/** A request that is turned away before it becomes a transaction. Its texts are always safe to print. */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly problems: readonly Problem[]
  /** Seconds until another attempt makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(kind: RequestErrorKind, problems: readonly Problem[], retryAfter?: number) {
    super(problems.map((problem) => problem.message).join(' '))
    this.name = 'RequestError'
    this.kind = kind
    this.problems = problems
    this.retryAfter = retryAfter
  }
}

export function invalid(property: string, message: string, ...params: string[]): RequestError {
  return new RequestError('invalid', [{ property, message, params }])
}

export function pastProblems(property: string, time: Date | null | undefined, now: Date): Problem[] {
  if (!time || time > now) return []
  return [{ property, message: 'Use a time later than now.', params: [now.toISOString()] }]
}

/** A 404 that looks the same whether the thing is somebody else's or no one's. */
export function notFound(what: string): RequestError {
  return new RequestError('not-found', [{ property: '', message: `No such ${what}.`, params: [] }])
}

/** @returns the value @throws RequestError 404 if it is undefined or false */
export function orNotFound<T>(value: T, what: string): Exclude<T, undefined | false> {
  if (value === undefined || value === false) throw notFound(what)
  return value as Exclude<T, undefined | false>
}
