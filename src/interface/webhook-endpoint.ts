import { Type } from 'typebox'
import { Instant } from './types.ts'
import { wire } from './wire.ts'

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
