import type { JWTPayload } from 'jose'
import type { Caller } from './caller.ts'

/** Somebody whose tokens count: this gateway itself, or a foreign identity provider. */
export interface TokenIssuer {
  /** Checks signature, type, issuer and times. @throws RequestError `unauthenticated`; `unavailable` without the keys */
  check(token: string): Promise<JWTPayload>
  /**
   * Finds the caller of a checked token.
   * @param address the caller's, empty if it is not known
   * @throws RequestError `unauthenticated` where it names no known client, or its client may not be used now or from
   *   there; `forbidden` where it has none of our scopes
   */
  callerOf(claims: JWTPayload, address: string): Promise<Caller>
}
