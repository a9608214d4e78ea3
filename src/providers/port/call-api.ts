import { replaceUnstorable } from '#domain/storable-text.ts'
import { textOf } from '#outbound/answer-body.ts'
import { outbound } from '#outbound/http-client.ts'
import { traceHeaders } from '#trace/index.ts'
import { pause } from './call.ts'
import { type Fields, pickFields } from './json-path.ts'
import { type Access, type Call, UnknownOutcome } from './provider.ts'

export interface Api {
  /** Without a trailing slash: `https://api.stripe.com`. */
  readonly origin: string
  /** Header that identifies an answer for the provider's support. */
  readonly requestIdHeader: string
  /** Paths of stored fields of an answer: harmless ones only, never of a card or a credential. */
  readonly keptOfAnswers: readonly string[]
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Stored fields of the request: harmless ones only. */
  readonly kept?: Fields
}

/** JSON answer with a status below 500. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

/** Number of tries after 429. */
const MAX_ATTEMPTS = 3
const LONGEST_PAUSE_MS = 5000
const TOO_MANY_REQUESTS = 429

/**
 * Sends again after 429 (not executed). @throws UnknownOutcome for timeouts, resets, redirects, 5xx, over a megabyte,
 * no JSON
 */
export async function callApi(call: Access & Partial<Call>, api: Api, request: ApiRequest): Promise<ApiAnswer> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await exchange(call, api, request)
    if (answer.status !== TOO_MANY_REQUESTS || attempts === MAX_ATTEMPTS) return answer
    const message = 'The provider asked to wait for longer than there was time.'
    await pause(requestedPauseMs(answer.headers), call.signal, message)
  }
}

async function exchange(call: Access & Partial<Call>, api: Api, request: ApiRequest): Promise<ApiAnswer> {
  const note = { request: `${request.method} ${request.path}`, requestFields: request.kept ?? {} }
  try {
    const answer = await send(call.signal, api, request)
    const json = jsonOf(textOf(answer))
    const { status, headers } = answer
    call.noteExchange?.({
      ...note,
      httpStatus: status,
      requestId: headers.get(api.requestIdHeader),
      answerFields: pickFields(json, api.keptOfAnswers),
    })
    if (status >= 500) throw new UnknownOutcome(`The provider answered ${status}.`)
    if (json === undefined) throw new UnknownOutcome(`The provider answered ${status} with something that is not JSON.`)
    return { status, headers, json }
  } catch (error) {
    if (error instanceof UnknownOutcome) throw error
    call.noteExchange?.({ ...note, httpStatus: null, requestId: null, answerFields: {} })
    // The cause may quote the request, so it is omitted.
    throw new UnknownOutcome(`The provider gave no answer (${nameOf(error)}).`)
  }
}

function send(signal: AbortSignal, { origin }: Api, { method, path, headers, body }: ApiRequest) {
  return outbound.send({ method, url: origin + path, headers: { ...headers, ...traceHeaders() }, body, signal })
}

/** Undefined if not JSON; `{}` if empty. Its texts can be stored: otherwise the payment could never end. */
function jsonOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? replaceUnstorable(value) : value))
  } catch {
    return undefined
  }
}

function requestedPauseMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? 1)
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : LONGEST_PAUSE_MS
}

/** `ECONNREFUSED`, `TimeoutError` …: shows the cause, and never the request. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown }
  return typeof code === 'string' ? code : (name ?? 'unknown')
}
