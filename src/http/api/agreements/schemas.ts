import { Type } from 'typebox'
import { AGREEMENT_STATUSES, PURPOSES, STOP_REASONS } from '#domain/agreement.ts'
import { Amount, FreeText, Instant, NullableString, nullable } from '../common/types.ts'

const Day = Type.String({ format: 'date', description: "The last day, in the merchant's time zone." })

/** Terms of an agreement, as requests state them (docs/reference/agreements.md#make-one). */
export const TERMS = {
  purpose: Type.Enum([...PURPOSES]),
  description: FreeText({ minLength: 1, maxLength: 200, description: 'Shown to the shopper before the payment.' }),
  max_amount: Type.Optional(
    Type.Unsafe<unknown>({ ...Amount, description: 'The most a charge may be, in minor units.' }),
  ),
  frequency_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'Required unless the purpose is UNSCHEDULED.' }),
  ),
  ends_on: Type.Optional(Day),
}

const Card = Type.Object(
  {
    token: Type.String(),
    masked: NullableString,
    brand: NullableString,
    hash: NullableString,
    expiration_month: Type.Union([Type.Integer(), Type.Null()]),
    expiration_year: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'Card of an agreement', description: 'The expiry is null once the card is deleted.' },
)

export const AgreementRecord = Type.Object(
  {
    id: Type.String(),
    merchant_id: Type.String(),
    status: Type.Enum([...AGREEMENT_STATUSES]),
    stop_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...STOP_REASONS, null] }),
    purpose: Type.Enum([...PURPOSES]),
    description: Type.String(),
    currency: Type.String(),
    max_amount: Type.Unsafe<unknown>({ type: ['integer', 'null'], format: 'int64', description: 'Minor units.' }),
    frequency_days: Type.Union([Type.Integer(), Type.Null()]),
    ends_on: nullable(Day),
    customer_id: NullableString,
    payment_method: Type.Union([Card, Type.Null()]),
    origin: Type.Enum(['PAYMENT', 'IMPORTED']),
    network_transaction_id: NullableString,
    first_transaction_id: NullableString,
    last_transaction_id: NullableString,
    authentication_status: NullableString,
    accepted_at: nullable(Instant),
    created_at: Instant,
    updated_at: Instant,
    ended_at: nullable(Instant),
  },
  { title: 'Agreement' },
)
