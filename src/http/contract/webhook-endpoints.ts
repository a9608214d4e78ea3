import { type Static, Type } from 'typebox'
import { ListOf, MerchantUrl, NullableString, nullable, Paging } from './types.ts'

const TerminalOrAll = nullable(
  Type.String({ maxLength: 20, description: 'Only events of this terminal; null for those of all terminals.' }),
)

const Status = Type.Enum(['ACTIVE', 'DISABLED'])

export const WebhookEndpointBody = Type.Object({ url: MerchantUrl, terminal_id: Type.Optional(TerminalOrAll) })

export type WebhookEndpointBody = Static<typeof WebhookEndpointBody>

export const WebhookEndpointChangeBody = Type.Object({
  url: Type.Optional(MerchantUrl),
  terminal_id: Type.Optional(TerminalOrAll),
  status: Type.Optional(Status),
})

export type WebhookEndpointChangeBody = Static<typeof WebhookEndpointChangeBody>

const fields = {
  id: Type.String(),
  url: Type.String({ format: 'uri' }),
  terminal_id: NullableString,
  status: Status,
  created_at: Type.String({ format: 'date-time' }),
}

/** A webhook endpoint without its secret (docs/reference/events.md#webhook-endpoints). */
export const WebhookEndpointRecord = Type.Object(fields)

export const IssuedWebhookEndpointRecord = Type.Object({
  ...fields,
  secret: Type.String({ description: 'Verifies the signatures (Standard Webhooks). Shown only this once.' }),
})

export const WebhookEndpointList = ListOf(WebhookEndpointRecord)

export const WebhookEndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint id.' }) })

export const WebhookEndpointListQuery = Type.Object(Paging)
