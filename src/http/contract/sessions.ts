import { type Static, Type } from 'typebox'
import {
  Amount,
  Currency,
  CustomerFieldsSchema,
  CustomerView,
  FreeText,
  MerchantUrl,
  Metadata,
  NullableString,
  nullable,
  OptionalCountry,
  Reference40,
  UnboundedTerminalId,
} from './types.ts'

const PaymentMethodId = Type.String({ minLength: 1, maxLength: 255 })

/** `POST /api/sessions` (docs/reference/sessions.md#the-session). */
export const SessionBody = Type.Object({
  terminal_id: UnboundedTerminalId,
  reference: Reference40,
  description: FreeText({ minLength: 1, maxLength: 255 }),
  currency: Currency,
  amount: Amount,
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  return_url: MerchantUrl,
  customer: Type.Optional(CustomerFieldsSchema),
  country: OptionalCountry,
  metadata: Type.Optional(Metadata),
  payment_method_ids: Type.Optional(
    Type.Array(PaymentMethodId, {
      maxItems: 50,
      description: 'Additional stored cards to offer, with those of `customer.id`.',
    }),
  ),
  tokenization: Type.Optional(
    Type.Object({
      save_card_for_future_payments: Type.Optional(
        Type.Unsafe<boolean | 'ask'>({ enum: [true, false, 'ask'], description: '`ask` lets the shopper decide.' }),
      ),
    }),
  ),
})

export type SessionBody = Static<typeof SessionBody>

export const SessionParams = Type.Object({ id: Type.String({ description: 'Session id.' }) })

/** A session (docs/reference/objects.md#session). */
export const SessionRecord = Type.Object(
  {
    id: Type.String({ description: '`sessionId` in the browser.' }),
    terminal_id: Type.String(),
    reference: Type.String(),
    description: Type.String(),
    currency: Type.String(),
    amount: Type.Integer({ format: 'int64' }),
    transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
    return_url: Type.String(),
    customer: CustomerView,
    country: NullableString,
    metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    status: Type.Enum(['CREATED', 'PENDING', 'APPROVED', 'CANCELED', 'SESSION_EXPIRED']),
    expires_at: Type.String({ format: 'date-time' }),
    hosted_payment_page_url: Type.String({ format: 'uri' }),
    transaction_id: nullable(Type.String({ description: 'The approved payment, else the latest.' })),
    transactions: Type.Array(Type.String(), { description: 'Every payment, newest first.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Session' },
)
