import { Type } from 'typebox'
import { Instant, Int64 } from '../types.ts'
import { listOf, wire } from '../wire.ts'

const Text = Type.String()
const Amount = Int64({ description: 'Minor units.' })

/** Payload of a test of an endpoint (docs/reference/events.md#trying-an-endpoint). */
export const TestPayload = wire('Test payload', {
  merchant_id: Text,
  webhook_endpoint_id: Text,
  created_at: Instant,
}).from<{ readonly merchantId: string; readonly webhookEndpointId: string; readonly createdAt: Date }>({})

/** Sums of a day in one currency, in minor units. */
interface DaySums {
  readonly currency: string
  readonly gross: bigint
  readonly fee: bigint
}

const Sums = wire(null, { currency: Text, gross: Amount, fee: Amount, net: Amount }).from<
  DaySums & { readonly net: bigint }
>({})

export const SettlementDayClosed = wire('Settlement day closed payload', {
  merchant_id: Text,
  day: Type.String({ format: 'date', description: 'In UTC.' }),
  currencies: listOf(Sums),
}).from<{ readonly merchantId: string; readonly day: string; readonly currencies: readonly DaySums[] }>({
  currencies: (closed) => closed.currencies.map((sums) => Sums.of({ ...sums, net: sums.gross - sums.fee })),
})

interface FailingEndpoint {
  readonly merchantId: string
  readonly webhookEndpointId: string
  readonly url: string
  readonly failingSince: Date
  readonly responseStatus: number | null
  readonly failure: string | null
}

export const WebhookEndpointFailing = wire('Webhook endpoint failing payload', {
  merchant_id: Text,
  webhook_endpoint_id: Text,
  origin: Type.String({ description: 'Of its address.' }),
  failing_since: Instant,
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Status of the last response; null without one.',
  }),
  failure: Type.Union([Text, Type.Null()], { description: 'Reason without a response.' }),
}).from<FailingEndpoint>({
  // Path and query may hold a secret of the merchant.
  origin: ({ url }) => new URL(url).origin,
})
