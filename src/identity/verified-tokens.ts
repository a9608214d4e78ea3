import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { Clock } from '#domain/clock.ts'

const MAX_TOKENS = 10_000

/** Saves an RSA verification per request. Stored by digest, so that a memory dump holds no usable token. */
export class VerifiedTokens {
  readonly #claims = new Map<string, JWTPayload>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async claimsOf(token: string, verify: (token: string) => Promise<JWTPayload>): Promise<JWTPayload> {
    const digest = hash('sha256', token, 'base64')
    const known = this.#take(digest)
    const claims = known ?? (await verify(token))
    this.#put(digest, claims)
    return claims
  }

  /** Removes an entry; `#put` restores it as the most recently used. */
  #take(digest: string): JWTPayload | undefined {
    const claims = this.#claims.get(digest)
    this.#claims.delete(digest)
    return claims && claims.exp! * 1000 > this.#clock.now().getTime() ? claims : undefined
  }

  #put(digest: string, claims: JWTPayload): void {
    this.#claims.set(digest, claims)
    if (this.#claims.size > MAX_TOKENS) this.#claims.delete(this.#claims.keys().next().value!)
  }
}
