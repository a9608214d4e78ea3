import { Type } from 'typebox'
import { AWAITED_NAMES } from '#domain/awaited.ts'
import { BRANDS } from '#domain/brands.ts'
import { FOLLOW_UP_ACTIONS } from '#domain/follow-up.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { STATUSES } from '#domain/status.ts'
import { TIMELINE_KINDS } from '#domain/timeline.ts'
import { REVIEWS } from '#domain/transaction-data.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import { CustomerDetails } from '#interface/customer.ts'
import { ErrorItem, Instant, KnownCurrency, NullableString, nullable } from '#interface/types.ts'
import { CsvQuery } from '../common/csv.ts'
import { TransactionData } from './data-schema.ts'

const ProcessingResult = Type.Object(
  {
    payment_provider_id: NullableString,
    payment_provider_account_id: NullableString,
    approval_code: NullableString,
    reference_number: NullableString,
    network_transaction_id: nullable(Type.String({ description: "The scheme's ID of a payment with an agreement." })),
  },
  { title: 'Processing result' },
)

const PaymentMethodResult = Type.Object(
  {
    method: Type.String({ description: 'The masked card or account, else the name of the method.' }),
    type: Type.String(),
    masked: NullableString,
    brand: NullableString,
    hash: nullable(
      Type.String({ description: 'Identical for the same card of one merchant; null until a provider has responded.' }),
    ),
    token: nullable(Type.String({ description: 'Token of the stored card, if it was stored.' })),
  },
  { title: 'Payment method', description: 'Masked: never the number of a card.' },
)

export const Awaited = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  enum: [...AWAITED_NAMES, null],
  description: 'Null unless it is pending.',
})

export const TransactionRecord = Type.Object(
  {
    id: Type.String(),
    merchant_id: Type.String(),
    order_id: Type.String(),
    parent_id: NullableString,
    follow_up_reference: NullableString,
    payment_link_id: nullable(Type.String({ description: 'Payment link of the payment.' })),
    terminal_id: Type.String(),
    agreement_id: nullable(Type.String({ description: 'The agreement that it makes, moves or charges.' })),
    reference: Type.String(),
    description: NullableString,
    currency: Type.String(),
    amount: Type.Integer({ format: 'int64' }),
    normalized_amount: Type.Integer({ format: 'int64' }),
    captured_amount: Type.Optional(Type.Integer({ format: 'int64' })),
    refunded_amount: Type.Optional(Type.Integer({ format: 'int64' })),
    disputed_amount: Type.Optional(
      Type.Integer({ format: 'int64', description: 'Taken by disputes and not given back.' }),
    ),
    dispute_id: Type.Optional(Type.String({ description: 'Of a CHARGEBACK and a CHARGEBACK_REVERSAL.' })),
    expired_amount: Type.Optional(
      Type.Integer({ format: 'int64', description: 'Of an authorization of which something expired.' }),
    ),
    authorization_expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Of an approved AUTHORIZE: when the rest is released.' }),
    ),
    customer: CustomerDetails,
    customer_ip: NullableString,
    processing_result: ProcessingResult,
    approved: Type.Boolean(),
    pending: Type.Boolean(),
    channel: Type.Literal('ecommerce'),
    transaction_type: Type.String(),
    transaction_initiated_by: Type.Enum(['CUSTOMER', 'MERCHANT']),
    status: Type.Enum([...STATUSES]),
    awaiting: Awaited,
    payment_method: PaymentMethodResult,
    redirect_url: NullableString,
    errors: Type.Array(ErrorItem),
    processing_code: nullable(Type.String({ description: 'Explained under "Codes and errors".' })),
    response_message: NullableString,
    metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    data: Type.Union([TransactionData, Type.Null()]),
    allowed_actions: Type.Array(Type.Enum(FOLLOW_UP_ACTIONS), {
      description: 'Actions that are possible now.',
    }),
    created_at: Instant,
    updated_at: Instant,
  },
  { title: 'Transaction' },
)

const ActionObject = Type.Object(
  {
    transaction_id: Type.String(),
    session_id: Type.String({ description: 'Names the 3-D Secure flow in the follow-up calls.' }),
    type: Type.Enum(['THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE']),
    token: Type.String({ description: 'Base64 of the JSON that the browser step needs.' }),
    payment_data: Type.String({ description: 'Opaque; send it back unchanged.' }),
  },
  { title: 'Action', description: 'A step of 3-D Secure.' },
)

const RedirectObject = Type.Object(
  {
    transaction_id: Type.String(),
    session_id: Type.String(),
    url: Type.String({ format: 'uri' }),
  },
  { title: 'Redirect', description: 'Send the browser to `url`.' },
)

const FormSubmitObject = Type.Object(
  {
    transaction_id: Type.String(),
    session_id: Type.String(),
    url: Type.String({ format: 'uri' }),
    data: Type.Record(Type.String(), Type.String(), { description: 'Hidden inputs of the form to post to `url`.' }),
  },
  { title: 'Form submit' },
)

/** Answer of every call that creates a payment (docs/reference/objects.md#envelope). */
export const Envelope = Type.Object(
  {
    result: Type.Union([TransactionRecord, Type.Null()]),
    action: Type.Union([ActionObject, Type.Null()]),
    redirect: Type.Union([RedirectObject, Type.Null()]),
    form_submit: Type.Union([FormSubmitObject, Type.Null()]),
    transaction_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.Enum([...STATUSES])),
    errors: Type.Optional(Type.Array(ErrorItem)),
  },
  {
    title: 'Envelope',
    description: 'Exactly one of `result`, `action`, `redirect` and `form_submit` is set: handle them in this order.',
  },
)

export const StatusAnswer = Type.Object(
  {
    found: Type.Boolean(),
    transaction: Type.Union([TransactionRecord, Type.Null()]),
  },
  { title: 'Transaction status' },
)

export const TransactionIdParams = Type.Object({ id: Type.String({ description: 'Transaction id.' }) })

const Minor = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{1,19}$', description: `${description} Minor units.` }))
const Cursor = (description: string) => Type.Optional(Type.String({ description }))
const Text = (description: string) => Type.Optional(Type.String({ description }))

/** Filters of transactions (docs/reference/transactions.md#filters). */
const TransactionFilters = {
  q: Text(
    'An ID, else a reference, an order, an email, the last four digits, an amount such as `12.50`, a customer ID.',
  ),
  terminal_id: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
  order_id: Type.Optional(Type.String()),
  parent_id: Text('Its captures, refunds and voids.'),
  agreement_id: Text('Payments and charges of an agreement.'),
  follow_up_reference: Text('Your reference of a capture, refund or void.'),
  payment_link_id: Text('Payments of a payment link.'),
  status: Type.Optional(Type.Enum([...STATUSES])),
  transaction_type: Type.Optional(Type.Enum([...TYPE_NAMES])),
  created_from: Type.Optional(Instant),
  created_to: Type.Optional(Instant),
  review: Type.Optional(Type.Enum([...REVIEWS], { description: 'Payments that a risk rule marked for review.' })),
  capture_by_before: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Authorizations with something left to capture that expire before this time.',
    }),
  ),
  last_four: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', description: 'Of the card or account.' })),
  email: Text('Email of the customer, in any spelling.'),
  customer_id: Type.Optional(Type.String()),
  amount_from: Minor('This much or more.'),
  amount_to: Minor('This much or less.'),
  currency: Type.Optional(KnownCurrency),
  payment_method: Type.Optional(Type.Enum([...PAYMENT_METHODS])),
  brand: Type.Optional(Type.Enum([...BRANDS])),
  provider_account_id: Type.Optional(Type.String()),
  processing_code: Type.Optional(Type.String()),
  card_hash: Text('`payment_method.hash` of a record: the same card or account.'),
  refunded: Type.Optional(Type.Boolean({ description: 'Only payments of which something was refunded.' })),
  counted: Type.Optional(Type.Boolean({ description: 'Only completed payments, as counted by analytics.' })),
}

export const TransactionListQuery = Type.Object({
  ...TransactionFilters,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Cursor('`next_cursor` of the previous page.'),
  after: Cursor('As `cursor`; the answer has a `previous_cursor` too.'),
  before: Cursor('`previous_cursor` of the page after it.'),
  count: Type.Optional(
    Type.Boolean({
      description: '`true` answers what `GET /api/transactions/count` does, which is the address to use.',
      deprecated: true,
    }),
  ),
})

export const TransactionSelection = Type.Object(TransactionFilters)

export const TransactionExportQuery = Type.Object({ ...TransactionFilters, ...CsvQuery.properties })

export const TransactionExport = Type.String({
  examples: [
    'id,created_at,created_at Europe/Bucharest,transaction_type,status,processing_code,response_message,reference,order_id,parent_id,terminal_id,description,currency,amount,amount_minor,captured_amount_minor,refunded_amount_minor,payment_method,masked,brand,provider,provider_account_id,approval_code,reference_number,authentication_status,customer_id,customer_email,follow_up_reference,authorization_expires_at,expired_amount_minor,payment_link_id\r\n',
  ],
  description:
    'RFC 4180 with a header, one row for each transaction, newest first. `amount` is in major units, `amount_minor` in minor ones; text that begins like a formula, or goes on like one behind a separator, has a quote before it.',
})

export const TransactionList = Type.Object(
  {
    items: Type.Array(TransactionRecord),
    next_cursor: NullableString,
    previous_cursor: Type.Optional(NullableString),
  },
  { title: 'Transaction list' },
)

export const TransactionCount = Type.Object(
  {
    count: Type.Integer({ description: 'At most 10,000.' }),
    capped: Type.Boolean({ description: 'True if there are more.' }),
  },
  { title: 'Transaction count' },
)

export const Timeline = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          at: Instant,
          kind: Type.Enum([...TIMELINE_KINDS]),
          title: Type.String(),
          code: nullable(
            Type.String({ description: 'A processing code, the letter of an authentication, an HTTP status.' }),
          ),
          actor: NullableString,
          detail: NullableString,
        },
        { title: 'Timeline item' },
      ),
    ),
  },
  { title: 'Timeline' },
)

export const TransactionLookUpQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'An id of a transaction, order, session, event, attempt, 3-D Secure flow or request, or a reference.',
  }),
})

/** Newest 50 matches of all merchants. */
export const FoundTransactions = Type.Object({ items: Type.Array(TransactionRecord) }, { title: 'Found transactions' })
