import { Type } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { EventPayload, FURTHER_EVENTS, TestPayload } from './event-payloads.ts'
import { ListOf, Paging } from './types.ts'

const Text = Type.String()
const Instant = Type.String({ format: 'date-time' })

const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'FAILED'])

const deliveryFields = {
  webhook_endpoint_id: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Attempts so far.' }),
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the last response; null if none arrived within 15 s.',
  }),
  next_attempt_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
}

const Delivery = Type.Object(deliveryFields, { title: 'Delivery' })

const Try = Type.Object(
  {
    attempt: Type.Integer({ description: '1 is the first.' }),
    tried_at: Instant,
    duration_ms: Type.Integer(),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
    answer: Type.Union([Text, Type.Null()], { description: 'The first kB of the response body.' }),
    failure: Type.Union([Text, Type.Null()], { description: 'Reason without a response.' }),
  },
  { title: 'Delivery try' },
)

export const DeliveryList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...deliveryFields,
        tries: Type.Array(Try, { description: 'Of the last 30 days, the latest first.' }),
      }),
    ),
  },
  { title: 'Event deliveries' },
)

/** An event with its deliveries (docs/reference/events.md#looking-back). */
export const EventRecord = Type.Object(
  {
    id: Type.String({ description: 'Also the `webhook-id` of every delivery.' }),
    event: Type.String({ description: 'Its type, such as `transaction.processed`; `endpoint.test` for a test.' }),
    transaction_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null for every type but `transaction.processed`.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    payload: Type.Union([EventPayload, ...Object.values(FURTHER_EVENTS).map(({ payload }) => payload), TestPayload]),
    deliveries: Type.Array(Delivery),
  },
  { title: 'Event' },
)

export const EventList = ListOf(EventRecord)

export const RedeliverFailedBody = Type.Object({
  webhook_endpoint_id: Type.Optional(Type.String({ maxLength: 255 })),
  created_from: Type.Optional(Type.String({ format: 'date-time' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Not included itself.' })),
})

export const Redelivered = Type.Object(
  {
    redelivered: Type.Integer({ description: 'Queued deliveries, up to 1,000 per call.' }),
  },
  { title: 'Redelivered' },
)

export const EventParams = Type.Object({ id: Type.String({ description: 'Event id.' }) })

export const EventListQuery = Type.Object({
  event: Type.Optional(
    Type.Enum([...EVENT_TYPES, 'all'], {
      description: 'A type, or `all`. Default without `webhook_endpoint_id`: the types that endpoints get by default.',
    }),
  ),
  transaction_id: Type.Optional(Type.String()),
  status: Type.Optional(DeliveryStatus),
  webhook_endpoint_id: Type.Optional(Type.String()),
  created_from: Type.Optional(Type.String({ format: 'date-time' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Not included itself.' })),
  ...Paging,
})
