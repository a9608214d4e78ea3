import { TollgateError } from './error.ts'
import { requireBody, send } from './http.ts'

/** Token endpoint and client (docs/reference/identity.md#the-token-endpoint). */
export interface Credentials {
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Renewed when nine tenths of its life are over: 30 s before the end of the usual 300 s. */
const USABLE_SHARE = 0.9

/** Keeps one access token and renews it before it elapses; calls that arrive meanwhile wait for the same renewal. */
export class AccessToken {
  readonly #credentials: Credentials
  readonly #timeoutMs: number
  #value: string | undefined
  #renewAt = 0
  #renewal: Promise<string> | undefined

  constructor(credentials: Credentials, timeoutMs: number) {
    this.#credentials = credentials
    this.#timeoutMs = timeoutMs
  }

  /** @throws TollgateError where the identity provider refuses or cannot be reached */
  async current(): Promise<string> {
    if (this.#value !== undefined && performance.now() < this.#renewAt) return this.#value
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  /** Drops a token the gateway would not take, unless it has been replaced already. */
  forget(token: string): void {
    if (this.#value === token) this.#value = undefined
  }

  async #renew(): Promise<string> {
    const askedAt = performance.now()
    const { access_token, expires_in } = await this.#request()
    if (typeof access_token !== 'string' || typeof expires_in !== 'number')
      throw new TollgateError('invalid_answer', 'The identity provider returned no token. Check authUrl and realm.')
    this.#value = access_token
    this.#renewAt = askedAt + expires_in * 1000 * USABLE_SHARE
    return access_token
  }

  async #request(): Promise<{ access_token?: unknown; expires_in?: unknown }> {
    const { authUrl, realm, clientId, clientSecret } = this.#credentials
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId.trim(),
      client_secret: clientSecret.trim(),
    })
    const url = `${authUrl}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`
    const answer = await send(url, { method: 'POST', body }, this.#timeoutMs, this.#timeoutMs, false)
    return (requireBody(answer) ?? {}) as { access_token?: unknown }
  }
}
