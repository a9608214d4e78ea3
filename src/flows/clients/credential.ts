import type { Secret } from '#domain/secret.ts'
import { checkReach, type Limited, type Reach } from './reach.ts'

/** Secret of a client, only for callers with at least the client's permissions. */
export class Credential {
  readonly #secret: Secret<string>
  readonly #client: Limited

  constructor(secret: Secret<string>, client: Limited) {
    this.#secret = secret
    this.#client = client
  }

  /** @throws RequestError `not-permitted` */
  revealTo(reach: Reach): Secret<string> {
    checkReach(reach, this.#client)
    return this.#secret
  }
}
