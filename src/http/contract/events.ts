import { Type } from 'typebox'
import { EventPayload } from './event-payload.ts'
import { ListOf, Paging } from './types.ts'

const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'FAILED'])

const Delivery = Type.Object({
  webhook_endpoint_id: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Attempts so far.' }),
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the last answer; null where none came within 15 s.',
  }),
  next_attempt_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})

/** An event with its deliveries (docs/reference/events.md#looking-back). */
export const EventRecord = Type.Object({
  id: Type.String({ description: 'Also the `webhook-id` of every delivery.' }),
  event: Type.String({ description: '`transaction.processed`' }),
  transaction_id: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  payload: EventPayload,
  deliveries: Type.Array(Delivery),
})

export const EventList = ListOf(EventRecord)

export const EventParams = Type.Object({ id: Type.String({ description: 'Event id.' }) })

export const EventListQuery = Type.Object({
  transaction_id: Type.Optional(Type.String()),
  status: Type.Optional(DeliveryStatus),
  ...Paging,
})
