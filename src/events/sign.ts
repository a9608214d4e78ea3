import { createHmac } from 'node:crypto'
import type { WebhookSecret } from './webhook-secret.ts'

/**
 * The three headers of Standard Webhooks 1.0.0, by which a receiver knows who sent the body and when. While a rotated
 * secret still counts there is one signature for each secret, the newest first.
 * @param id the event's id, the same on every attempt
 * @param at the moment of this attempt
 * @param body the exact text that is sent
 */
export function signatureHeaders(id: string, at: Date, body: string, secrets: readonly WebhookSecret[]) {
  const timestamp = Math.floor(at.getTime() / 1000).toString()
  const sign = (secret: WebhookSecret) =>
    `v1,${createHmac('sha256', secret.reveal()).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
