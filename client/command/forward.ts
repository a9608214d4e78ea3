import { createHmac } from 'node:crypto'
import type { EventRecord } from '../event.ts'
import { writeJson } from '../exact-json.ts'
import { signatureHeaders } from '../webhook.ts'

/** As long as a webhook may take (docs/reference/events.md#schedule). */
const TIMEOUT_MS = 15_000

/** Result of forwarding an event. */
export interface Forwarded {
  /** Null if no response came. */
  readonly status: number | null
  readonly duration_ms: number
  /** Reason why none came. */
  readonly failure: string | null
}

/** Secret that forwarded events are signed with, `whsec_…`: always the same for a client, and it reveals no other. */
export function forwardingSecret(clientSecret: string): string {
  return `whsec_${createHmac('sha256', clientSecret).update('tollgate listen').digest('base64')}`
}

/** Posts an event once, with the body and signature of a webhook (docs/reference/events.md#signature). */
export async function forward(url: string, { id, event, payload }: EventRecord, secret: string): Promise<Forwarded> {
  const body = writeJson({ event, payload })
  const headers = { 'content-type': 'application/json', ...signatureHeaders(secret, id, new Date(), body) }
  const begun = performance.now()
  const result = await post(url, headers, body)
  return { ...result, duration_ms: Math.round(performance.now() - begun) }
}

/** Reads the status only; redirects are not followed. */
async function post(url: string, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return { status: response.status, failure: null }
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: { readonly code?: unknown } }
    return { status: null, failure: typeof cause?.code === 'string' ? cause.code : message }
  }
}
