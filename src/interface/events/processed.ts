import { type Static, Type } from 'typebox'
import type { KeptJson } from '#domain/kept-text.ts'
import { liabilityShiftOf } from '#domain/liability.ts'
import type { Transaction } from '#domain/transaction.ts'
import { Instant, Int64, NullableString, ShownMetadata } from '../types.ts'
import { wire } from '../wire.ts'

const Text = Type.String()
const Amount = Int64({ description: 'Minor units.' })
const FinalStatus = Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED'])

/** Ended transaction. `parentMetadata` is of the original of a follow-up. */
export type EndedTransaction = Transaction & { readonly parentMetadata: KeptJson | null }

/** Payload of `transaction.processed` (docs/reference/events.md#payload). */
export const EventPayload = wire('Event payload', {
  id: Text,
  merchant_id: Text,
  terminal_id: Text,
  order_id: Text,
  reference: Text,
  currency: Text,
  transaction_type: Text,
  processing_code: Text,
  status: FinalStatus,
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
  metadata: ShownMetadata,
  parent_metadata: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'Of a follow-up: the metadata of its original.',
    }),
  ),
}).from<EndedTransaction>({
  processing_code: ({ processingCode }) => processingCode!,
  status: ({ status }) => status as Static<typeof FinalStatus>,
  approval_code: ({ processingResult }) => processingResult.approvalCode,
  reference_number: ({ processingResult }) => processingResult.referenceNumber,
  dispute_id: ({ data }) => data?.disputeId ?? null,
  network_transaction_id: ({ processingResult }) => processingResult.networkTransactionId ?? null,
  advice: ({ data }) => data?.advice ?? null,
  liability_shift: ({ authentication, data }) => liabilityShiftOf(authentication, data),
  transaction_initiated_by: 'initiatedBy',
  payment_provider_response_code: ({ processingResult }) => processingResult.providerResponseCode,
  payment_provider_response_message: ({ processingResult }) => processingResult.providerResponseMessage,
  // Records have an empty text without a method; events have null.
  payment_method_method: ({ paymentMethod }) => paymentMethod.method || null,
  payment_method_hash: ({ paymentMethod }) => paymentMethod.hash,
  payment_method_type: ({ paymentMethod }) => paymentMethod.type || null,
  payment_method_brand: ({ paymentMethod }) => paymentMethod.brand,
  payment_method_masked: ({ paymentMethod }) => paymentMethod.masked,
  payment_method_token: ({ paymentMethod }) => paymentMethod.token,
  customer_id: ({ customer }) => customer.id,
  customer_first_name: ({ customer }) => customer.firstName,
  customer_last_name: ({ customer }) => customer.lastName,
  customer_address: ({ customer }) => customer.address,
  customer_city: ({ customer }) => customer.city,
  customer_country: ({ customer }) => customer.country,
  customer_postal_code: ({ customer }) => customer.postalCode,
  customer_email: ({ customer }) => customer.email,
  customer_phone_number: ({ customer }) => customer.phone,
  authentication_status: ({ authentication }) => authentication.status,
  authentication_level: ({ authentication }) => authentication.level,
})
