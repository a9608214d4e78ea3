import { Type } from 'typebox'
import { ListOf, NullableString, Paging } from './types.ts'

const Text = Type.String()
const Instant = Type.String({ format: 'date-time' })
const Amount = Type.Integer({ format: 'int64', description: 'Minor units.' })

/** The payload of an event (docs/reference/events.md#payload); `events/transaction-processed.ts` writes it. */
const EventPayload = Type.Object(
  {
    id: Text,
    merchant_id: Text,
    terminal_id: Text,
    order_id: Text,
    reference: Text,
    currency: Text,
    transaction_type: Text,
    processing_code: Text,
    status: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED']),
    amount: Amount,
    created_at: Instant,
    updated_at: Instant,
    payment_link_id: NullableString,
    description: NullableString,
    response_message: NullableString,
    approval_code: NullableString,
    reference_number: NullableString,
    parent_id: NullableString,
    transaction_initiated_by: Type.Enum(['MERCHANT', 'CUSTOMER']),
    payment_provider_response_code: NullableString,
    payment_provider_response_message: NullableString,
    normalized_amount: Amount,
    outgoing_amount: Type.Union([Amount, Type.Null()]),
    outgoing_currency: NullableString,
    payment_method_method: NullableString,
    payment_method_hash: NullableString,
    payment_method_type: NullableString,
    payment_method_brand: NullableString,
    payment_method_masked: NullableString,
    payment_method_token: NullableString,
    customer_id: NullableString,
    customer_first_name: NullableString,
    customer_last_name: NullableString,
    customer_address: NullableString,
    customer_city: NullableString,
    customer_country: NullableString,
    customer_postal_code: NullableString,
    customer_email: NullableString,
    customer_phone_number: NullableString,
    authentication_status: Type.Union([Text, Type.Null()], { description: 'The final transStatus; null without 3DS.' }),
    authentication_level: Type.Union([Type.Integer(), Type.Null()], {
      description: '1 frictionless, 2 challenge; null without 3DS.',
    }),
    systan: Type.Integer({ description: 'Trace number of six digits.' }),
    metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  },
  { title: 'Event payload' },
)

/** The body of every delivery. */
export const ProcessedEvent = Type.Object({ event: Type.Literal('transaction.processed'), payload: EventPayload })

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
