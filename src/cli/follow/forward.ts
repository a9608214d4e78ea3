import { createHmac } from 'node:crypto'
import { writeJson } from '#client/exact-json.ts'
import type { EventRecord } from '#client/index.ts'
import { Secret } from '#domain/secret.ts'
import { signatureHeaders } from '#events/sign.ts'
import type { WebhookSecret } from '#events/webhook-secret.ts'
import { outbound } from '#outbound/http-client.ts'

/** As long as a webhook may take (docs/reference/events.md#schedule). */
const TIMEOUT_MS = 15_000
/** An answer counts by its status. */
const NOTHING = { bytes: 0, mostRead: 64 * 1024 }

/** What became of a forwarded event. */
export interface Forwarded {
  /** Null where no answer came. */
  readonly status: number | null
  readonly duration_ms: number
  /** Why none came. */
  readonly failure: string | null
}

/**
 * The secret that forwarded events are signed with: the same each time for the same client, and of no use to anybody
 * who wants to know the client's own.
 */
export function forwardingSecret(clientSecret: string): WebhookSecret {
  return new Secret<Uint8Array>(createHmac('sha256', clientSecret).update('tollgate listen').digest())
}

/** Posts an event as a webhook is posted and signed (docs/reference/events.md#signature), once. */
export async function forward(
  url: string,
  { id, event, payload }: EventRecord,
  secret: WebhookSecret,
): Promise<Forwarded> {
  const body = writeJson({ event, payload })
  const headers = { 'content-type': 'application/json', ...signatureHeaders(id, new Date(), body, [secret]) }
  const begun = performance.now()
  const told = await post(url, headers, body)
  return { ...told, duration_ms: Math.round(performance.now() - begun) }
}

async function post(url: string, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = { method: 'POST', url, headers, body, signal, redirects: 'returned', beginning: NOTHING } as const
    return { status: (await outbound.send(request)).status, failure: null }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { status: null, failure: typeof code === 'string' ? code : message }
  }
}
