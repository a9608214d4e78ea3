import { Type } from 'typebox'
import { Instant, NullableString } from '#interface/types.ts'

const Text = Type.String()
const Amount = Type.Integer({ format: 'int64', description: 'Minor units.' })

/** The payload of `transaction.processed` (docs/reference/events.md#payload); `events/transaction-processed.ts` writes it. */
export const EventPayload = Type.Object(
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
    // Events from before these fields lack them.
    follow_up_reference: Type.Optional(NullableString),
    dispute_id: Type.Optional(NullableString),
    agreement_id: Type.Optional(NullableString),
    network_transaction_id: Type.Optional(NullableString),
    advice: Type.Optional(NullableString),
    liability_shift: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
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
    parent_metadata: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
        description: 'Of a follow-up: the metadata of its original.',
      }),
    ),
  },
  { title: 'Event payload' },
)
