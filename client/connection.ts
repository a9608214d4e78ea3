import { randomUUID } from 'node:crypto'
import type { AccessToken } from './access-token.ts'
import { readJson, writeJson } from './exact-json.ts'
import { type Answer, readLines, readParts, requireBody, requireText, send } from './http.ts'
import { type Listing, listing } from './listing.ts'
import { type RetryPolicy, withRetries } from './retries.ts'

/** Options of a single call. */
export interface CallOptions {
  /**
   * 1 to 255 characters: the same key with the same body is answered once and repeated for 24 hours. Where you give none,
   * every POST that may be repeated gets a key of its own, so that its repetitions by this library are safe.
   */
  readonly idempotencyKey?: string
  /** Overrides the client's own. */
  readonly timeoutMs?: number
  /** Overrides the client's own. */
  readonly maxRetries?: number
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

interface Call {
  readonly query?: object
  readonly body?: object
  /** A CSV file, instead of a body. */
  readonly csv?: string
  /** Version that is replaced. */
  readonly ifMatch?: number
  readonly options?: CallOptions
}

/** How long calls may take, and how often they are repeated. */
export type ConnectionOptions = Pick<RetryPolicy, 'timeoutMs' | 'maxRetries'>

const UPLOAD_MS = 600_000

/** Authenticated calls to one gateway. */
export class Connection {
  readonly #baseUrl: string
  readonly #token: AccessToken
  readonly #options: ConnectionOptions

  constructor(baseUrl: string, token: AccessToken, options: ConnectionOptions) {
    this.#baseUrl = baseUrl
    this.#token = token
    this.#options = options
  }

  /** Makes a call and reads its JSON. @throws TollgateError */
  call<T>(method: Method, path: string, call: Call = {}): Promise<T> {
    return this.#ask(method, path, call, (answer) => requireBody(answer) as T)
  }

  /** A list, page by page. */
  list<Item>(path: string, filters: object): Listing<Item> {
    return listing((cursor) => this.call('GET', path, { query: { ...filters, ...(cursor && { cursor }) } }))
  }

  /** Downloads a file. @throws TollgateError */
  download(path: string, query?: object): Promise<string> {
    return this.#ask('GET', path, { query }, requireText)
  }

  /** Downloads a long file, part by part. @throws TollgateError */
  async *parts(path: string, query?: object): AsyncGenerator<string> {
    const headers = { authorization: `Bearer ${await this.#token.current()}` }
    yield* readParts(this.#baseUrl + path + queryString(query), { headers })
  }

  /** Reads lines of JSON as they come, for as long as they do. A body is posted. @throws TollgateError */
  async *lines<T>(path: string, body?: object): AsyncGenerator<T> {
    const headers = { accept: 'application/jsonl', authorization: `Bearer ${await this.#token.current()}` }
    const post = { method: 'POST', body: writeJson(body), headers: { ...headers, 'content-type': 'application/json' } }
    const init = body ? post : { headers }
    for await (const line of readLines(this.#baseUrl + path, init)) yield readJson(line) as T
  }

  /** Sends a file as it is read, once, for up to ten minutes. @throws TollgateError */
  async upload<T>(path: string, type: string, file: ReadableStream<Uint8Array>): Promise<T> {
    const headers = { accept: 'application/json', authorization: `Bearer ${await this.#token.current()}` }
    const body = { body: file, duplex: 'half' } as RequestInit
    const init = { method: 'POST', headers: { ...headers, 'content-type': type }, ...body }
    return requireBody(await send(this.#baseUrl + path, init, UPLOAD_MS)) as T
  }

  /** Every repetition sends the very same bytes: they count as the same request. */
  #ask<T>(
    method: Method,
    path: string,
    { query, body, csv, ifMatch, options = {} }: Call,
    read: (answer: Answer) => T,
  ): Promise<T> {
    const url = this.#baseUrl + path + queryString(query)
    const { timeoutMs, maxRetries } = { ...this.#options, ...given(options) }
    const key = options.idempotencyKey ?? (method === 'POST' && maxRetries > 0 ? randomUUID() : undefined)
    const init = {
      method,
      headers: {
        accept: 'application/json, text/csv',
        ...(body && { 'content-type': 'application/json' }),
        ...(csv !== undefined && { 'content-type': 'text/csv' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      },
      ...(body && { body: writeJson(body) }),
      ...(csv !== undefined && { body: csv }),
    }
    // What is deleted twice is not found the second time, and what is replaced has another version then.
    const patience = { timeoutMs, maxRetries, evenIfLost: method !== 'DELETE' && method !== 'PUT' }
    return withRetries(patience, async (leftMs) => read(await this.#attempt(url, init, timeoutMs, leftMs)))
  }

  /** A 401 changes nothing at the gateway, so it is tried once more with a new token. */
  async #attempt(url: string, init: RequestInit, timeoutMs: number, leftMs: number): Promise<Answer> {
    const end = performance.now() + leftMs
    const sendWith = (token: string) => {
      const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
      return send(url, { ...init, headers }, timeoutMs, end - performance.now())
    }
    const token = await this.#token.current()
    const answer = await sendWith(token)
    if (answer.status !== 401) return answer
    this.#token.forget(token)
    return sendWith(await this.#token.current())
  }
}

function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}

function queryString(query: object = {}): string {
  const pairs = Object.entries(given(query)).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
