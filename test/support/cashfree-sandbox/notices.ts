import { createHmac } from 'node:crypto'
import type { Notice } from '#providers/port/provider.ts'

/** A notice of the sandbox, with its headers by name. */
export interface SandboxNotice extends Notice {
  readonly headers: Readonly<Record<string, string>>
}

/** Signs a notice as Cashfree does. @param time milliseconds since 1970 */
export function noticeOf(secret: string, type: string, data: unknown, time = Date.now()): SandboxNotice {
  const body = Buffer.from(JSON.stringify({ type, event_time: new Date(time).toISOString(), data }))
  const signature = createHmac('sha256', secret).update(`${time}`).update(body).digest('base64')
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-webhook-timestamp': `${time}`,
    'x-webhook-signature': signature,
    'x-webhook-version': '2025-01-01',
  }
  return { body, headers, header: (name) => headers[name.toLowerCase()] }
}
