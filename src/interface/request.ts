import { Type } from 'typebox'
import { Instant, NullableString, Paging, Period } from './types.ts'
import { listOf, wire } from './wire.ts'

const filters = {
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])),
  route: Type.Optional(Type.String({ description: 'Such as `/api/transactions/authorize`.' })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  ...Period,
}

export const RequestListQuery = Type.Object({
  errors: Type.Optional(Type.Boolean({ description: 'Errors only: statuses from 400.' })),
  request_id: Type.Optional(Type.String({ description: 'Header `x-request-id` of the response.' })),
  transaction_id: Type.Optional(Type.String({ description: 'Transaction in the response or the path.' })),
  ...filters,
  ...Paging,
})

export const FaultListQuery = Type.Object(filters)

const Route = Type.String({ description: 'The path with the names of its parts, such as `/api/events/{id}`.' })
const Refused = Type.Array(Type.String(), { description: 'Names of the rejected fields.' })

/** Request of the log (docs/reference/requests.md#request-log). */
export const RequestRecord = wire('Request record', {
  request_id: Type.String(),
  received_at: Instant,
  method: Type.String(),
  path: Type.String({ description: 'Without its query.' }),
  route: Route,
  status: Type.Integer(),
  processing_code: NullableString,
  transaction_id: NullableString,
  duration_ms: Type.Integer(),
  client_id: Type.String(),
  refused_fields: Refused,
}).named({ received_at: 'createdAt' })

const FaultRecord = wire(
  'Request fault',
  {
    method: Type.String(),
    route: Route,
    status: Type.Integer(),
    refused_fields: Refused,
    count: Type.Integer(),
    first_at: Instant,
    last_at: Instant,
    last_request_id: Type.String(),
  },
  { description: 'Requests that failed in the same way.' },
).named()

export const FaultList = wire('Request faults', { items: listOf(FaultRecord) }).named()
