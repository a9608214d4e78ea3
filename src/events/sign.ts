import { createHmac } from 'node:crypto'
import type { WebhookSecret } from './webhook-secret.ts'

/**
 * Headers of Standard Webhooks 1.0.0; during a rotation with one signature per secret, newest first.
 * @param id of the event, equal for every attempt @param at time of this attempt @param body exact text
 */
export function signatureHeaders(id: string, at: Date, body: string, secrets: readonly WebhookSecret[]) {
  const timestamp = Math.floor(at.getTime() / 1000).toString()
  const sign = (secret: WebhookSecret) =>
    `v1,${createHmac('sha256', secret.reveal()).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
