import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Notice } from '#providers/port/provider.ts'
import { createSelfSigned } from '../private-authority.ts'

export const WEBHOOK_ID = '1JE4291016473214C'

const SIGNER = 'messageverificationcerts.sandbox.paypal.com'

/** A notice of the sandbox, with its headers by name. */
export interface SandboxNotice extends Notice {
  readonly headers: Readonly<Record<string, string>>
}

/** Signs notices as PayPal does. */
export function openNotices() {
  const { cert, privateKey } = createSelfSigned(SIGNER)

  /** @param at when it is said to have been sent */
  function noticeOf(type: string, kind: string, resource: unknown, at = new Date()): SandboxNotice {
    const event = { id: `WH-${randomUUID()}`, event_type: type, resource_type: kind, resource }
    const body = Buffer.from(JSON.stringify({ ...event, create_time: at.toISOString() }))
    const [id, time] = [randomUUID(), at.toISOString()]
    const signature = sign('sha256', Buffer.from(`${id}|${time}|${WEBHOOK_ID}|${crc32(body)}`), privateKey)
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature.toString('base64'),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    }
    return { body, headers, header: (name) => headers[name.toLowerCase()] }
  }

  return { certificate: cert, noticeOf }
}
