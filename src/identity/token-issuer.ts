import type { JWTPayload } from 'jose'
import type { Caller } from './caller.ts'

/** Somebody whose tokens count: this gateway itself, or a foreign identity provider. */
export interface TokenIssuer {
  /**
   * Checks signature, type, issuer and times of a token.
   * @throws RequestError `unauthenticated`; `unavailable` while the issuer's keys cannot be had
   */
  check(token: string): Promise<JWTPayload>
  /**
   * Finds the caller of a checked token.
   * @throws RequestError `unauthenticated` where nobody is known by it, `forbidden` where it carries none of our scopes
   */
  callerOf(claims: JWTPayload): Promise<Caller>
}
