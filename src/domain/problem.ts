/** Error in a request, in the shape of the API (docs/reference/requests.md#error-bodies). */
export interface Problem {
  /** Dotted path of the field, e.g. `payment_method.data.email`. */
  readonly property: string
  /** Instruction, safe to show and to log. */
  readonly message: string
  /** The exceeded bound, as strings. */
  readonly params: readonly string[]
}

/** Kinds of rejected requests, with the HTTP status of each. */
export type RequestErrorKind =
  | 'malformed' // 400
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'not-permitted' // 403, to a client that is limited
  | 'not-found' // 404
  | 'method-not-allowed' // 405
  | 'still-running' // 409
  | 'no-mail' // 409
  | 'too-large' // 413
  | 'unsupported-media-type' // 415
  | 'misdirected' // 421, to a merchant of another group
  | 'invalid' // 422
  | 'precondition-required' // 428
  | 'too-many-requests' // 429
  | 'unavailable' // 503

/** Request rejected before it becomes a transaction. Its texts are always safe to print. */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly problems: readonly Problem[]
  /** Seconds until another attempt makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(kind: RequestErrorKind, problems: readonly Problem[], retryAfter?: number) {
    super(problems.map((problem) => problem.message).join(' '))
    this.name = 'RequestError'
    this.kind = kind
    this.problems = problems
    this.retryAfter = retryAfter
  }
}

export function problem(property: string, message: string, ...params: string[]): Problem {
  return { property, message, params }
}

export function invalid(property: string, message: string, ...params: string[]): RequestError {
  return new RequestError('invalid', [problem(property, message, ...params)])
}

export function pastProblems(property: string, time: Date | null | undefined, now: Date): Problem[] {
  if (!time || time > now) return []
  return [{ property, message: 'Use a time later than now.', params: [now.toISOString()] }]
}

/** 404 that is equal for a missing object and one of another merchant. */
export function notFound(what: string): RequestError {
  return new RequestError('not-found', [problem('', `No such ${what}.`)])
}

/** @returns the value @throws RequestError 404 if it is undefined or false */
export function orNotFound<T>(value: T, what: string): Exclude<T, undefined | false> {
  if (value === undefined || value === false) throw notFound(what)
  return value as Exclude<T, undefined | false>
}
