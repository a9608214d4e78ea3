import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Page } from '#html/layout.ts'
import type { Answer } from '../route.ts'
import { API_VERSION } from '../version.ts'
import { type HttpResponse, JSON_TYPE } from './problems.ts'

const UNFRAMED = { 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' }
const FRAMED = { 'cross-origin-resource-policy': 'cross-origin' }

/** A page's opener has no access to it; windows that a bank opens from a page keep theirs. */
const OPENER = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }

/** Without `payment` and `publickey-credentials-get`, which frames of banks may use for the challenge. */
const PERMISSIONS = {
  'permissions-policy': [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
    'midi',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
}

/** Headers of every answer. HSTS lasts a year in production, where the address is https permanently. */
export function securityHeaders(realm: string, requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'api-version': API_VERSION,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(realm === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

export function renderAnswer(answer: Answer): HttpResponse {
  const { status } = answer
  if ('page' in answer)
    return { status, headers: { ...pageHeaders(answer.page), ...answer.headers }, body: answer.page.html }
  if ('location' in answer)
    return { status, headers: { location: asHeader(answer.location), ...answer.headers }, body: '' }
  if ('bytes' in answer) return { status, headers: textHeaders(answer), body: '', bytes: answer.bytes }
  if ('text' in answer) return { status, headers: textHeaders(answer), body: answer.text }
  if ('stream' in answer)
    return { status, headers: fileHeaders(answer), body: '', stream: Readable.from(answer.stream) }
  if (answer.json === undefined) return { status, headers: {}, body: '' }
  const headers = { ...JSON_TYPE, ...answer.headers }
  return { status, headers, body: JSON.stringify(answer.json), objectId: shownObject(answer.json) }
}

function shownObject(json: unknown): string | undefined {
  const { result, transaction_id: transactionId, id, items } = json as Partial<Record<string, unknown>>
  const first = Array.isArray(items) ? items[0] : undefined
  const found = (result as { id?: unknown } | null | undefined)?.id ?? id ?? transactionId ?? first?.id
  return typeof found === 'string' ? found : undefined
}

function textHeaders({ contentType, cacheControl, headers }: TextHeaders): Record<string, string> {
  return { 'content-type': contentType, ...(cacheControl && { 'cache-control': cacheControl }), ...headers }
}

type TextHeaders = Pick<Extract<Answer, { text: string }>, 'contentType' | 'cacheControl' | 'headers'>

function fileHeaders({ contentType, fileName }: Extract<Answer, { stream: unknown }>): Record<string, string> {
  return { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` }
}

/** Answers may hold payment data, so no cache keeps them unless they allow it. */
export function send(reply: FastifyReply, { status, headers, body, stream, bytes }: HttpResponse): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (stream) return reply.send(stream)
  if (bytes) return reply.send(bytes)
  return headers['cache-control']?.startsWith('public') ? sendFile(reply, body) : reply.send(body)
}

/** A file holds nothing of the request, so its compressed length reveals nothing (BREACH). */
function sendFile(reply: FastifyReply, body: string): FastifyReply {
  reply.header('vary', 'accept-encoding')
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(
    String(reply.request.headers['accept-encoding'] ?? ''),
  )
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped(body)) : reply.send(body)
}

/** Forbids framing, unless the policy of the page allows it. */
function pageHeaders({ csp, isolated = false }: Page): Record<string, string> {
  const policy = csp.includes('frame-ancestors') ? csp : `${csp}; frame-ancestors 'none'`
  const framing = policy.includes("frame-ancestors 'none'") ? UNFRAMED : FRAMED
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    ...OPENER,
    ...PERMISSIONS,
    ...framing,
    ...(isolated && { 'cross-origin-embedder-policy': 'require-corp' }),
  }
}

/** Verbatim (docs/reference/requests.md#addresses); a URL beyond visible ASCII in the URL standard's form. */
function asHeader(url: string): string {
  return /^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href
}

/** Compresses each file once: they are few and never change while we run. */
const gzipCache = new Map<string, Buffer>()

function gzipped(content: string): Buffer {
  const compressed = gzipCache.get(content) ?? gzipSync(content, { level: 9 })
  gzipCache.set(content, compressed)
  return compressed
}
