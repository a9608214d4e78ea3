import type { AccessToken } from './access-token.ts'
import { writeJson } from './exact-json.ts'
import { type Answer, bodyOf, send } from './http.ts'

/** What may be said of a single call. */
export interface CallOptions {
  /** 1 to 255 characters: the same key with the same body is answered once and repeated for 24 hours. */
  readonly idempotencyKey?: string
  /** Overrides the client's own. */
  readonly timeoutMs?: number
}

interface Call {
  readonly query?: object
  readonly body?: object
  readonly options?: CallOptions
}

/** Authenticated JSON calls to one gateway. */
export class Connection {
  readonly #baseUrl: string
  readonly #token: AccessToken
  readonly #timeoutMs: number

  constructor(baseUrl: string, token: AccessToken, timeoutMs: number) {
    this.#baseUrl = baseUrl
    this.#token = token
    this.#timeoutMs = timeoutMs
  }

  /**
   * Makes a call and reads its answer. A 401 changes nothing at the gateway, so it is tried once more with a new token.
   * @throws TollgateError
   */
  async call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, call: Call = {}): Promise<T> {
    const token = await this.#token.current()
    const answer = await this.#send(method, path, call, token)
    if (answer.status !== 401) return bodyOf(answer) as T
    this.#token.forget(token)
    return bodyOf(await this.#send(method, path, call, await this.#token.current())) as T
  }

  #send(method: string, path: string, { query, body, options }: Call, token: string): Promise<Answer> {
    const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${token}` }
    if (body) headers['content-type'] = 'application/json'
    if (options?.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
    const init = { method, headers, ...(body && { body: writeJson(body) }) }
    return send(this.#baseUrl + path + queryString(query), init, options?.timeoutMs ?? this.#timeoutMs)
  }
}

function queryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
