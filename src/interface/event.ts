import { Type } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { Instant, Paging, Period } from './types.ts'
import { listOf, wire } from './wire.ts'

const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'FAILED'])

const delivery = {
  webhook_endpoint_id: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Attempts so far.' }),
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the last response; null if none arrived within 15 s.',
  }),
  next_attempt_at: Type.Union([Instant, Type.Null()]),
}

export const DeliveryRecord = wire('Delivery', delivery).named()

const Try = wire('Delivery try', {
  attempt: Type.Integer({ description: '1 is the first.' }),
  tried_at: Instant,
  duration_ms: Type.Integer(),
  response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
  answer: Type.Union([Type.String(), Type.Null()], { description: 'The first kB of the response body.' }),
  failure: Type.Union([Type.String(), Type.Null()], { description: 'Reason without a response.' }),
}).named({ response_status: 'answeredStatus' })

const TriedDelivery = wire(null, {
  ...delivery,
  tries: listOf(Try, { description: 'Of the last 30 days, the latest first.' }),
}).named()

export const FailedDeliveriesBody = Type.Object({
  webhook_endpoint_id: Type.Optional(Type.String({ maxLength: 255 })),
  ...Period,
})

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
  ...Period,
  ...Paging,
})

export const DeliveryList = wire('Event deliveries', { items: listOf(TriedDelivery) }).named()
