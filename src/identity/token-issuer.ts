import type { JWTPayload } from 'jose'
import type { Caller } from './caller.ts'

/** Trusted issuer: this gateway, or an external identity provider. */
export interface TokenIssuer {
  /** Checks signature, type, issuer and times. @throws RequestError `unauthenticated`; `unavailable` without keys */
  check(token: string): Promise<JWTPayload>
  /**
   * @param address the caller's, empty if unknown
   * @throws RequestError `unauthenticated` for a client that is unknown or may not be used now or from there;
   * `forbidden` without any of our scopes
   */
  callerOf(claims: JWTPayload, address: string): Promise<Caller>
}
