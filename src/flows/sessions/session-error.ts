import { problem, RequestError } from '#domain/problem.ts'

const MESSAGES = {
  invalid_client_key: 'No merchant has this client key; use the client key of the merchant that created the session.',
  origin_not_allowed: 'Only pages of the gateway itself may send this.',
  session_not_found: 'This merchant has no such session; create one on your server and use its ID.',
  session_completed:
    'This session is complete or canceled; read its status, or create a new one with another reference.',
  session_expired: 'This session has expired; create a new one with another reference.',
  too_many_submits: 'This session has too many submissions; create a new one with another reference.',
} as const

/** Reason for rejecting a browser (docs/reference/processing-codes.md#codes-of-the-embedded-fields). */
export type SessionErrorCode = keyof typeof MESSAGES

/** A session that a browser may not see, or that takes no new payment. */
export class SessionError extends RequestError {
  readonly code: SessionErrorCode

  /** @param retryAfter seconds until another request makes sense, if ever */
  constructor(code: SessionErrorCode, retryAfter?: number) {
    super('invalid', [problem('', MESSAGES[code])], retryAfter)
    this.code = code
  }
}
