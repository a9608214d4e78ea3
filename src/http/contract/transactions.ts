import { Type } from 'typebox'
import { FOLLOW_UP_ACTIONS } from '#domain/follow-up.ts'
import { STATUSES } from '#domain/status.ts'
import { FOLLOW_UP_TYPES, ORIGINAL_TYPES, REVERSAL_TYPES } from '#domain/transaction-type.ts'
import { TransactionData } from './transaction-data.ts'
import { CustomerView, ErrorItem, NullableString, nullable } from './types.ts'

const ProcessingResult = Type.Object({
  payment_provider_id: NullableString,
  payment_provider_account_id: NullableString,
  approval_code: NullableString,
  reference_number: NullableString,
})

const PaymentMethodResult = Type.Object({
  method: Type.String({ description: 'The masked card or account, else the name of the method.' }),
  type: Type.String(),
  masked: NullableString,
  brand: NullableString,
  hash: nullable(
    Type.String({ description: 'The same for the same card of one merchant; null until a provider has answered.' }),
  ),
  token: NullableString,
})

/** A transaction record (docs/reference/objects.md#transaction-record). */
export const TransactionRecord = Type.Object({
  id: Type.String(),
  merchant_id: Type.String(),
  order_id: Type.String(),
  parent_id: NullableString,
  terminal_id: Type.String(),
  reference: Type.String(),
  description: NullableString,
  currency: Type.String(),
  amount: Type.Integer({ format: 'int64' }),
  normalized_amount: Type.Integer({ format: 'int64' }),
  captured_amount: Type.Optional(Type.Integer({ format: 'int64' })),
  refunded_amount: Type.Optional(Type.Integer({ format: 'int64' })),
  customer: CustomerView,
  customer_ip: NullableString,
  processing_result: ProcessingResult,
  approved: Type.Boolean(),
  pending: Type.Boolean(),
  channel: Type.Literal('ecommerce'),
  transaction_type: Type.String(),
  status: Type.Enum(['PENDING', 'APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED']),
  payment_method: PaymentMethodResult,
  redirect_url: NullableString,
  errors: Type.Array(ErrorItem),
  processing_code: nullable(Type.String({ description: 'Explained under "Codes and errors".' })),
  response_message: NullableString,
  metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  data: Type.Union([TransactionData, Type.Null()]),
  allowed_actions: Type.Array(Type.Enum(FOLLOW_UP_ACTIONS), { description: 'What can be asked of it at this moment.' }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
})

const ActionObject = Type.Object({
  transaction_id: Type.String(),
  session_id: Type.String({ description: 'Names the 3-D Secure flow in the follow-up calls.' }),
  type: Type.Enum(['THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE']),
  token: Type.String({ description: 'Base64 of the JSON that the browser step needs.' }),
  payment_data: Type.String({ description: 'Opaque; send it back unchanged.' }),
})

const RedirectObject = Type.Object({
  transaction_id: Type.String(),
  session_id: Type.String(),
  url: Type.String({ format: 'uri' }),
})

const FormSubmitObject = Type.Object({
  transaction_id: Type.String(),
  session_id: Type.String(),
  url: Type.String({ format: 'uri' }),
  data: Type.Record(Type.String(), Type.String(), { description: 'Hidden inputs of the form to post to `url`.' }),
})

/** The answer of every call that takes a payment (docs/reference/objects.md#envelope). */
export const Envelope = Type.Object(
  {
    result: Type.Union([TransactionRecord, Type.Null()]),
    action: Type.Union([ActionObject, Type.Null()]),
    redirect: Type.Union([RedirectObject, Type.Null()]),
    form_submit: Type.Union([FormSubmitObject, Type.Null()]),
    transaction_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(ErrorItem)),
  },
  { description: 'Exactly one of `result`, `action`, `redirect` and `form_submit` is set: handle them in this order.' },
)

export const StatusAnswer = Type.Object({
  found: Type.Boolean(),
  transaction: Type.Union([TransactionRecord, Type.Null()]),
})

export const TransactionIdParams = Type.Object({ id: Type.String({ description: 'Transaction id.' }) })

export const TransactionListQuery = Type.Object({
  terminal_id: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
  order_id: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum([...STATUSES])),
  transaction_type: Type.Optional(Type.Enum([...ORIGINAL_TYPES, ...FOLLOW_UP_TYPES, ...REVERSAL_TYPES])),
  created_from: Type.Optional(Type.String({ format: 'date-time' })),
  created_to: Type.Optional(Type.String({ format: 'date-time' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String()),
})

export const TransactionList = Type.Object({
  items: Type.Array(TransactionRecord),
  next_cursor: NullableString,
})
