import { Type } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { Instant, InstantOf, MerchantUrl, NullableString, nullable } from './types.ts'
import { wire } from './wire.ts'

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

export const WebhookEndpointChangeBody = Type.Object({
  url: Type.Optional(MerchantUrl),
  terminal_id: Type.Optional(TerminalOrAll),
  status: Type.Optional(Status),
  event_types: Type.Optional(EventTypes),
})

const fields = {
  id: Type.String(),
  url: Type.String({ format: 'uri' }),
  terminal_id: NullableString,
  status: Status,
  event_types: EventTypes,
  secret_since: Instant,
  previous_secret_until: nullable(InstantOf({ description: 'Until this time the previous secret signs too.' })),
  created_at: Instant,
}

/** Webhook endpoint without its secret (docs/reference/events.md#webhook-endpoints). */
export const WebhookEndpointRecord = wire('Webhook endpoint', fields).named()

export const IssuedWebhookEndpointRecord = wire('Issued webhook endpoint', {
  ...fields,
  secret: Type.String({ description: 'Verifies the signatures (Standard Webhooks). You will not see it again.' }),
}).named()

export const WebhookEndpointParams = Type.Object({ id: Type.String({ description: 'Webhook endpoint id.' }) })

/** Payload of a test of an endpoint (docs/reference/events.md#trying-an-endpoint). */
export const TestPayload = wire('Test payload', {
  merchant_id: Type.String(),
  webhook_endpoint_id: Type.String(),
  created_at: Instant,
}).named()

export const WebhookEndpointFailing = wire('Webhook endpoint failing payload', {
  merchant_id: Type.String(),
  webhook_endpoint_id: Type.String(),
  origin: Type.String({ description: 'Of its address.' }),
  failing_since: Instant,
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Status of the last response; null without one.',
  }),
  failure: Type.Union([Type.String(), Type.Null()], { description: 'Reason without a response.' }),
}).named()
