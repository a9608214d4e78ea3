import type { Problem } from './schema.ts'

export type ErrorCode =
  /** 400, 413, 415, 422, or refused before it was sent: `problems` says what to fix. */
  | 'invalid_request'
  /** 401: the client id or secret is wrong. */
  | 'unauthorized'
  /** 403: the credentials are for something else. */
  | 'forbidden'
  /** 404: there is no such resource, or it belongs to another merchant. */
  | 'not_found'
  /** 409: the first request with this Idempotency-Key still runs. */
  | 'still_running'
  /** 429: too many requests, come back after `retryAfter`. */
  | 'rate_limited'
  /** 421, 502, 503, 504: the gateway cannot be reached just now, or cannot reach what it needs. */
  | 'unavailable'
  /** Any other status from 400: quote `requestId` when you ask for help. */
  | 'server_error'
  /** The connection failed: the outcome is unknown. */
  | 'no_answer'
  /** No answer in time: the outcome is unknown. */
  | 'timeout'
  /** The answer is none of the gateway's: is `baseUrl` right? */
  | 'invalid_answer'
  /** A webhook is forged, altered or old: answer it with a 400. */
  | 'invalid_webhook'
  /** A capture, refund or void was refused or is not confirmed yet: do not book it. */
  | 'not_moved'

/** Details of a TollgateError besides its message. */
export interface ErrorDetails {
  readonly status?: number
  readonly problems?: readonly Problem[]
  readonly retryAfter?: number | undefined
  readonly requestId?: string | undefined
}

/**
 * The one error this library throws: a call the gateway turned away, an answer that never came, a card that cannot be
 * one, a webhook that is not the gateway's. Safe to print and to log. A decline is no error: it is a result.
 */
export class TollgateError extends Error {
  readonly code: ErrorCode
  /** HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined
  /** Empty where no single field is to blame. */
  readonly problems: readonly Problem[]
  /** Seconds until another attempt makes sense (409, 429, 503). */
  readonly retryAfter: number | undefined
  /** The answer's `x-request-id`: the gateway's log and request log have it too. */
  readonly requestId: string | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'TollgateError'
    this.code = code
    this.status = details.status
    this.problems = details.problems ?? []
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
  }
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'still_running',
  413: 'invalid_request',
  415: 'invalid_request',
  421: 'unavailable',
  422: 'invalid_request',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** The kind of an answer, from 400 on. A 409 that will not change has no `Retry-After`. */
export function codeOf({
  status,
  retryAfter,
}: Pick<ErrorDetails, 'retryAfter'> & { readonly status: number }): ErrorCode {
  if (status === 409 && retryAfter === undefined) return 'invalid_request'
  return CODES[status] ?? 'server_error'
}
