import { createHmac, timingSafeEqual } from 'node:crypto'
import { TollgateError } from './error.ts'
import type { WebhookEvent } from './event.ts'
import { readJson } from './exact-json.ts'

/** Seconds a webhook's clock may differ from ours, either way, unless you say otherwise (Standard Webhooks). */
const TOLERANCE_SECONDS = 300

/** Fewest bytes of a secret's key (Standard Webhooks). */
const MIN_KEY_BYTES = 24

/** How a webhook is verified. */
export interface VerifyOptions {
  /** Seconds a webhook's clock may differ from ours, either way; 300 by default. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970; the current time by default. */
  readonly now?: number
}

/** Node's request headers, or those of a fetch Request. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

/**
 * Checks that a webhook was signed with the endpoint's secret within the tolerance (Standard Webhooks 1.0.0) and reads it. The same `id` may arrive more than once: handle it once.
 * @param secret `whsec_…`, as the endpoint's creation answered it; several accept each of them
 * @param rawBody the body exactly as it arrived, before any JSON parser
 * @param options the tolerance and the time; a number is the time
 * @throws TollgateError `invalid_webhook`: answer 400 and forget it; `invalid_request` if the secret cannot be one
 */
export function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  options: VerifyOptions | number = {},
): WebhookEvent {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } =
    typeof options === 'number' ? { now: options } : options
  const keys = typeof secret === 'object' && secret?.length > 0 ? secret.map(keyOf) : [keyOf(secret)]
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures)
    throw invalidWebhook('has no webhook-id, webhook-timestamp or webhook-signature')
  if (!isRecent(timestamp, now, toleranceSeconds))
    throw invalidWebhook(`is older or newer than ${toleranceSeconds} seconds: check the clock`)
  const expected = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest())
  if (!signatures.split(' ').some((candidate) => expected.some((digest) => isSignature(candidate, digest))))
    throw invalidWebhook(
      'is not signed with this secret: check the secret of the endpoint, and pass the body unchanged',
    )
  return { id, ...(readJson(Buffer.from(rawBody).toString()) as object) } as WebhookEvent
}

/** Headers of a webhook that is signed with one secret, as the gateway signs it. @param body the text that is sent */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Value of a header; its name has no case (RFC 9110, 5.1), and it may be repeated or a list. */
function header(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const fields = Object.entries(headers).filter(([field]) => field.toLowerCase() === name)
  return fields.flatMap(([, value]) => value ?? []).join(' ')
}

/** True for the Headers of any fetch, not only of this process' own. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function'
}

function isRecent(timestamp: string, now: number, toleranceSeconds: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Math.floor(now / 1000) - Number(timestamp)) <= toleranceSeconds
}

/** An empty key would verify what anyone can sign. @throws TollgateError `invalid_request`, without the secret */
function keyOf(secret: unknown): Buffer {
  const [, base64 = ''] = /^\s*whsec_([A-Za-z0-9+/]+={0,2})\s*$/.exec(String(secret)) ?? []
  const key = Buffer.from(base64, 'base64')
  if (key.length >= MIN_KEY_BYTES) return key
  const message = `Pass the webhook endpoint's secret: whsec_ and at least ${MIN_KEY_BYTES} bytes in Base64. Is the variable with it set?`
  throw new TollgateError('invalid_request', message, { problems: [{ property: 'secret', message, params: [] }] })
}

/** During a secret's rotation a webhook has two signatures; versions other than `v1` are ignored. */
function isSignature(candidate: string, expected: Buffer): boolean {
  const [version, value = ''] = candidate.split(',')
  const given = Buffer.from(value, 'base64')
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
}

function invalidWebhook(reason: string): TollgateError {
  return new TollgateError('invalid_webhook', `The webhook ${reason}.`)
}
