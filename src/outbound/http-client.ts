import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { beginningOfBody, wholeBody } from './answer-body.ts'

export interface OutgoingRequest {
  readonly method: string
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Ends everything: connecting, waiting, and reading the answer to its end. */
  readonly signal: AbortSignal
  /** Limit of the answer's body, by default a megabyte. */
  readonly mostBytes?: number
  /** `refused` (the default): a redirect is an error. Redirects are never followed. */
  readonly redirects?: 'refused' | 'returned'
  /** True if only the status matters: the beginning of the body is read, and may be incomplete. */
  readonly beginning?: { readonly bytes: number; readonly mostRead: number }
}

/** The final answer to a request; interim ones (100 to 199) are skipped. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

export interface HttpClientOptions {
  /** Resolves names, and decides which addresses may be connected to. */
  readonly lookup?: LookupFunction
  /** PEM of the trusted authority instead of the public ones. */
  readonly ca?: string | undefined
  /** Time limit of a connection and its TLS handshake. */
  readonly connectMs?: number
}

const CONNECT_MS = 10_000
/** Shorter than most servers keep an idle connection open. */
const KEEP_ALIVE_MS = 4000
const HEADER_BYTES = 64 * 1024
const REDIRECTS = [301, 302, 303, 307, 308]

export class RedirectRefused extends Error {
  override name = 'RedirectRefused'
  readonly code = 'REDIRECT_REFUSED'
}

/** The client was closed during a request, which says nothing about the server. */
export class ClientClosed extends Error {
  override name = 'ClientClosed'
}

/** A request ended without a usable answer: silently, or with a protocol that was not requested. */
class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
  readonly code: 'NO_ANSWER' | 'PROTOCOL_SWITCHED'

  constructor(code: UnusableAnswer['code'], message: string) {
    super(message)
    this.code = code
  }
}

class ConnectTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/** At most a megabyte, no redirects, and interim answers skipped, at which `fetch` ends the connection (RFC 9110, 15.2). */
export class HttpClient {
  readonly #agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }
  readonly #connectMs: number
  readonly #underWay = new Set<ClientRequest>()
  #isClosed = false
  /** Sees each complete answer first; what it throws, the caller gets instead. */
  afterAnswer: ((request: OutgoingRequest) => void) | undefined

  constructor({ lookup, ca, connectMs = CONNECT_MS }: HttpClientOptions = {}) {
    const options = { keepAlive: true, timeout: KEEP_ALIVE_MS, ...(lookup && { lookup }) }
    this.#agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent({ ...options, ...(ca && { ca }) }) }
    this.#connectMs = connectMs
  }

  /** @throws the signal's reason, an error of the connection with its `code`, UnusableAnswer, AnswerTooLong or RedirectRefused */
  async send(request: OutgoingRequest): Promise<Answer> {
    const { signal, redirects = 'refused' } = request
    signal.throwIfAborted()
    const outgoing = this.#begin(request)
    let response: IncomingMessage | undefined
    const late = Promise.withResolvers<never>()
    const giveUp = () => {
      late.reject(signal.reason)
      ;(response ?? outgoing).destroy(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      response = await Promise.race([answered(outgoing, request.body), late.promise])
      const status = response.statusCode ?? 0
      if (redirects === 'refused' && REDIRECTS.includes(status)) throw new RedirectRefused(`It answered ${status}.`)
      const answer = { status, headers: headersOf(response), body: await bodyOf(response, request) }
      this.afterAnswer?.(request)
      return answer
    } catch (error) {
      outgoing.destroy()
      if (this.#isClosed) throw new ClientClosed('The client was closed.')
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const outgoing of this.#underWay) outgoing.destroy(new ClientClosed('The client was closed.'))
    this.#agents['http:'].destroy()
    this.#agents['https:'].destroy()
  }

  #begin({ method, url, headers }: OutgoingRequest): ClientRequest {
    if (this.#isClosed) throw new ClientClosed('The client was closed.')
    const address = new URL(url)
    const isTls = address.protocol === 'https:'
    const options = {
      method,
      headers: { accept: '*/*', 'user-agent': 'Tollgate', ...headers, 'accept-encoding': 'identity' },
      maxHeaderSize: HEADER_BYTES,
    }
    const outgoing = isTls
      ? httpsRequest(address, { ...options, agent: this.#agents['https:'] })
      : httpRequest(address, { ...options, agent: this.#agents['http:'] })
    this.#underWay.add(outgoing)
    outgoing.once('close', () => this.#underWay.delete(outgoing))
    // Stays for the lifetime of the request: an error without a listener would end the process.
    outgoing.on('error', () => undefined)
    limitConnecting(outgoing, isTls ? 'secureConnect' : 'connect', this.#connectMs)
    return outgoing
  }
}

function limitConnecting(outgoing: ClientRequest, established: string, milliseconds: number): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return
    const timer = setTimeout(() => outgoing.destroy(new ConnectTimeout('No connection in time.')), milliseconds)
    const clear = () => clearTimeout(timer)
    socket.once(established, clear)
    outgoing.once('close', clear)
  })
}

/** Node ends some requests with neither an answer nor an error: a protocol that is switched, or a CONNECT. */
function answered(outgoing: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const switched = () => reject(new UnusableAnswer('PROTOCOL_SWITCHED', 'It answered 101, which was not asked for.'))
    const closed = () => reject(new UnusableAnswer('NO_ANSWER', 'The request ended without an answer.'))
    outgoing.once('response', (response) => {
      outgoing.off('close', closed)
      // A 101 that names no protocol is a response to Node.
      if (response.statusCode === 101) switched()
      else resolve(response)
    })
    outgoing.once('error', reject)
    outgoing.once('upgrade', (_, socket) => {
      socket.destroy()
      switched()
    })
    outgoing.once('close', closed)
    outgoing.end(body)
  })
}

function bodyOf(answer: IncomingMessage, { beginning, mostBytes }: OutgoingRequest): Promise<Buffer> {
  return beginning ? beginningOfBody(answer, beginning.bytes, beginning.mostRead) : wholeBody(answer, mostBytes)
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

/** Default client, with connections shared by all callers of this process. */
export const outbound = new HttpClient()
