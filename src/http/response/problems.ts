import type { Readable } from 'node:stream'
import { keptName } from '#domain/kept-text.ts'
import { type Problem, RequestError, type RequestErrorKind } from '#domain/problem.ts'
import { type ErrorStatus, helpLink } from './error-catalogue.ts'

/** HTTP status per kind of error (docs/reference/requests.md#order-of-errors). */
const STATUSES: Record<RequestErrorKind, ErrorStatus> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-permitted': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'still-running': 409,
  'no-mail': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  misdirected: 421,
  invalid: 422,
  'precondition-required': 428,
  'too-many-requests': 429,
  unavailable: 503,
}

/** Default of `Retry-After` in seconds, per kind of error. */
const RETRY_AFTER: Partial<Record<RequestErrorKind, number>> = {
  'still-running': 1,
  'too-many-requests': 1,
  unavailable: 5,
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** ID of the object that the body shows. */
  readonly objectId?: string | undefined
  /** Replaces the body. */
  readonly stream?: Readable
  readonly bytes?: Uint8Array
}

export function statusOf({ kind }: RequestError): number {
  return STATUSES[kind]
}

/**
 * Renders `{ error }` for 401 and 403, else `{ errors, method, status }`. A 403 for the limits of a client has both,
 * and `params` (docs/reference/requests.md#error-bodies).
 */
export function renderRequestError(error: RequestError, method: string): HttpResponse {
  const status = statusOf(error)
  if (status === 401 || status === 403) {
    return { status, headers: challenge(status), body: JSON.stringify(accessBody(error, status, method)) }
  }
  return renderProblems(status, error.problems, method, retryAfter(error))
}

function accessBody({ kind, message, problems }: RequestError, status: number, method: string) {
  if (kind !== 'not-permitted') return { error: message }
  return { error: message, params: problems.flatMap(({ params }) => params), errors: problems, method, status }
}

export function retryAfter({ kind, retryAfter: ownSeconds }: RequestError): Record<string, string> {
  const seconds = ownSeconds ?? RETRY_AFTER[kind]
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** Renders the body of every error but 401 and 403. Names from outside are repeated without a card number. */
export function renderProblems(
  status: number,
  problems: readonly Problem[],
  method: string,
  headers: Record<string, string> = {},
): HttpResponse {
  const errors = problems.map(({ message, params, property }) => ({ message, params, property: keptName(property) }))
  return {
    status,
    headers: { ...headers, ...helpLink(status), ...JSON_TYPE },
    body: JSON.stringify({ errors, method, status }),
  }
}

/** Renders a 500. Shows the request ID only, which finds the log line (OWASP ASVS 16.5.1). */
export function renderFault(requestId: string, method: string): HttpResponse {
  const message = 'Something went wrong on our side; quote this request id when you ask for help.'
  return renderProblems(500, [{ property: '', message, params: [requestId] }], method)
}

/** Undefined for anything but a framework's error. */
export function requestErrorOf(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  return code?.startsWith('FST_') ? FRAMEWORK_ERRORS[statusCode ?? 500]?.() : undefined
}

const FRAMEWORK_ERRORS: Record<number, () => RequestError> = {
  400: () => requestProblem('malformed', 'The request is malformed; check its path, headers and length.'),
  413: () => requestProblem('too-large', 'The body is too large; send at most 256 KiB.', '262144'),
  414: () => requestProblem('not-found', 'There is nothing at this path; see /openapi.json.'),
  415: () => requestProblem('unsupported-media-type', 'Send the body as application/json.', 'application/json'),
}

export function requestProblem(kind: RequestErrorKind, message: string, ...params: string[]): RequestError {
  return new RequestError(kind, [{ property: '', message, params }])
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

function challenge(status: number): Record<string, string> {
  const scheme = status === 401 ? 'Bearer' : 'Bearer error="insufficient_scope"'
  return { ...JSON_TYPE, ...helpLink(status), 'www-authenticate': scheme }
}
