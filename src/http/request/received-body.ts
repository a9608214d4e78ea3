import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { requestProblem } from '../response/problems.ts'
import type { Route } from '../route.ts'
import { headerValue, headerValues } from './headers.ts'
import { decode, malformed, parseJson } from './json-body.ts'

/** Limit in bytes; more is a 413, unless the route accepts a file (docs/reference/limits.md#bodies). */
export const BODY_LIMIT = 256 * 1024
/** Limit of files with list entries, in bytes. */
const FILE_LIMIT = 8 * 1024 * 1024
const STREAM_LIMIT = 64 * 1024 * 1024

export function bodyLimitOf({ takes, holdsFile }: Pick<Route, 'takes' | 'holdsFile'>): number {
  if (takes === 'stream') return STREAM_LIMIT
  return takes === 'csv' || holdsFile ? FILE_LIMIT : BODY_LIMIT
}

/** `bytes` are for the idempotency digest. */
export interface ReceivedBody {
  readonly bytes: Uint8Array
  readonly value: unknown
  /** Instead of bytes, of a route that takes it. */
  readonly stream?: AsyncIterable<Uint8Array>
}

export const MEDIA_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', csv: 'text/csv' }

/** 413 comes before 415, and 415 before 400. @throws RequestError `unsupported-media-type` or `malformed` */
export function receiveBody(route: Route, request: FastifyRequest, bytes: Uint8Array): ReceivedBody {
  const takes = route.takes ?? (route.guard === 'person' ? 'form' : 'json')
  if (takes === 'anything' || takes === 'stream') return { bytes, value: undefined }
  checkMediaType(request, MEDIA_TYPES[takes])
  if (bytes.length === 0) return emptyBody(route)
  if (takes === 'csv') return { bytes, value: decode(bytes) }
  return { bytes, value: takes === 'form' ? formOf(route, bytes) : parseJson(bytes) }
}

/** A reader that stops early must not end the connection before the answer. @throws RequestError `unsupported-media-type` */
export function receiveStream(request: FastifyRequest, payload: Readable): ReceivedBody {
  checkMediaType(request, MEDIA_TYPES.csv, MEDIA_TYPES.json)
  return { bytes: new Uint8Array(), value: undefined, stream: payload.iterator({ destroyOnReturn: false }) }
}

/** @throws RequestError `malformed` if the route needs a body */
export function emptyBody(route: Route): ReceivedBody {
  if (route.bodyIsOptional) return { bytes: new Uint8Array(), value: {} }
  if (route.body) throw malformed('The body is empty; send one.')
  return { bytes: new Uint8Array(), value: undefined }
}

export function checkDeclaredLength(route: Route, request: FastifyRequest): void {
  const limit = bodyLimitOf(route)
  if (Number(request.headers['content-length']) > limit) {
    throw requestProblem('too-large', `The body is too large; send at most ${limit / 1024} KiB.`, String(limit))
  }
}

function checkMediaType(request: FastifyRequest, ...expected: readonly string[]): void {
  const [type, ...parameters] = (headerValue(request, 'content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const isPlain = headerValues(request, 'content-encoding').every((coding) => coding.toLowerCase() === 'identity')
  if (expected.includes(type ?? '') && isUtf8 && isPlain) return
  const types = expected.join(' or ')
  throw requestProblem('unsupported-media-type', `Send the body as ${types}, in UTF-8 and uncompressed.`, ...expected)
}

function formOf({ body, lenientForm }: Route, bytes: Uint8Array): Record<string, string> {
  if (!lenientForm) return parseForm(bytes)
  const names = Object.keys((body as { readonly properties?: object } | undefined)?.properties ?? {})
  const known = (name: string) => names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name
  // An exact name has priority over one in another case.
  const fields = Object.entries(parseLenientForm(bytes)).sort(
    ([one], [other]) => Number(names.includes(one)) - Number(names.includes(other)),
  )
  return Object.fromEntries(fields.map(([name, value]) => [known(name), value.replace(/\0+$/, '')]))
}

function parseForm(bytes: Uint8Array): Record<string, string> {
  const fields = [...new URLSearchParams(decode(bytes))]
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw malformed('The form has a duplicate field; send each field once.')
  }
  return Object.fromEntries(fields)
}

/** Reads a form that a browser posts for a bank. A field with several values has none. */
function parseLenientForm(bytes: Uint8Array): Record<string, string> {
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  const only = (values: readonly string[]) => (new Set(values).size === 1 ? values[0]! : '')
  return Object.fromEntries([...new Set(fields.keys())].map((name) => [name, only(fields.getAll(name))]))
}
