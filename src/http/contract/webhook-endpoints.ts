import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { ListOf, MerchantUrl, NullableString, nullable, Paging } from './types.ts'

const TerminalOrAll = nullable(
  Type.String({ maxLength: 20, description: 'Only events of this terminal; null for all terminals.' }),
)

const Status = Type.Enum(['ACTIVE', 'DISABLED'])

const EventTypes = Type.Array(Type.Enum([...EVENT_TYPES]), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description: 'Event types. Default: `transaction.processed`.',
})

export const WebhookEndpointBody = Type.Object({
  url: MerchantUrl,
  terminal_id: Type.Optional(TerminalOrAll),
  event_types: Type.Optional(EventTypes),
})

export type WebhookEndpointBody = Static<typeof WebhookEndpointBody>

export const WebhookEndpointChangeBody = Type.Object({
  url: Type.Optional(MerchantUrl),
  terminal_id: Type.Optional(TerminalOrAll),
  status: Type.Optional(Status),
  event_types: Type.Optional(EventTypes),
})

export type WebhookEndpointChangeBody = Static<typeof WebhookEndpointChangeBody>

const fields = {
  id: Type.String(),
  url: Type.String({ format: 'uri' }),
  terminal_id: NullableString,
  status: Status,
  event_types: EventTypes,
  secret_since: Type.String({ format: 'date-time' }),
  previous_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'Until this time the previous secret signs too.' }),
  ),
  created_at: Type.String({ format: 'date-time' }),
}

/** A webhook endpoint without its secret (docs/reference/events.md#webhook-endpoints). */
export const WebhookEndpointRecord = Type.Object(fields, { title: 'Webhook endpoint' })

export const IssuedWebhookEndpointRecord = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: 'Verifies the signatures (Standard Webhooks). You will not see it again.' }),
  },
  { title: 'Issued webhook endpoint' },
)

export const WebhookEndpointList = ListOf(WebhookEndpointRecord)

export const WebhookEndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint id.' }) })

export const WebhookEndpointListQuery = Type.Object(Paging)
