import { type Static, Type } from 'typebox'
import { ListOf, NullableString, Paging } from './types.ts'

const Period = {
  created_from: Type.Optional(Type.String({ format: 'date-time' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Not included itself.' })),
}

const Filters = {
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PATCH', 'DELETE'])),
  route: Type.Optional(Type.String({ description: 'Such as `/api/transactions/authorize`.' })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  ...Period,
}

export const RequestListQuery = Type.Object({
  errors: Type.Optional(Type.Boolean({ description: 'Errors only: statuses from 400.' })),
  request_id: Type.Optional(Type.String({ description: 'Header `x-request-id` of the response.' })),
  transaction_id: Type.Optional(Type.String({ description: 'Transaction in the response or the path.' })),
  ...Filters,
  ...Paging,
})
export type RequestListQuery = Static<typeof RequestListQuery>

export const FaultListQuery = Type.Object(Filters)

const Route = Type.String({ description: 'The path with the names of its parts, such as `/api/events/{id}`.' })
const Refused = Type.Array(Type.String(), { description: 'Names of the rejected fields.' })

export const RequestList = ListOf(
  Type.Object(
    {
      request_id: Type.String(),
      received_at: Type.String({ format: 'date-time' }),
      method: Type.String(),
      path: Type.String({ description: 'Without its query.' }),
      route: Route,
      status: Type.Integer(),
      processing_code: NullableString,
      transaction_id: NullableString,
      duration_ms: Type.Integer(),
      client_id: Type.String(),
      refused_fields: Refused,
    },
    { title: 'Request record' },
  ),
)

export const FaultList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          method: Type.String(),
          route: Route,
          status: Type.Integer(),
          refused_fields: Refused,
          count: Type.Integer(),
          first_at: Type.String({ format: 'date-time' }),
          last_at: Type.String({ format: 'date-time' }),
          last_request_id: Type.String(),
        },
        { title: 'Request fault' },
      ),
    ),
  },
  { title: 'Request faults' },
)
