import { Type } from 'typebox'
import { AWAITED_NAMES, awaitedOf } from '#domain/awaited.ts'
import { type ExactInteger, exactInteger } from '#domain/exact-json.ts'
import { FOLLOW_UP_ACTIONS, type FollowUpAction } from '#domain/follow-up.ts'
import { STATUSES } from '#domain/status.ts'
import { TIMELINE_KINDS, type TimelineItem } from '#domain/timeline.ts'
import type { ProcessingResult as Result, Transaction } from '#domain/transaction.ts'
import { isOriginal } from '#domain/transaction-type.ts'
import { CustomerDetails } from './customer.ts'
import { TransactionData } from './transaction-data.ts'
import { ErrorItem, Instant, InstantOf, Int64, NullableString, nullable, ShownMetadata } from './types.ts'
import { listOf, wire } from './wire.ts'

const ProcessingResult = wire('Processing result', {
  payment_provider_id: NullableString,
  payment_provider_account_id: NullableString,
  approval_code: NullableString,
  reference_number: NullableString,
  network_transaction_id: nullable(Type.String({ description: "The scheme's ID of a payment with an agreement." })),
}).from<Result>({ network_transaction_id: ({ networkTransactionId }) => networkTransactionId ?? null })

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

type ShownTransaction = Transaction & { readonly allowedActions: readonly FollowUpAction[] }

export const TransactionRecord = wire('Transaction', {
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
  amount: Int64(),
  normalized_amount: Int64(),
  captured_amount: Type.Optional(Int64()),
  refunded_amount: Type.Optional(Int64()),
  disputed_amount: Type.Optional(Int64({ description: 'Taken by disputes and not given back.' })),
  dispute_id: Type.Optional(Type.String({ description: 'Of a CHARGEBACK and a CHARGEBACK_REVERSAL.' })),
  expired_amount: Type.Optional(Int64({ description: 'Of an authorization of which something expired.' })),
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
  metadata: ShownMetadata,
  data: Type.Union([TransactionData, Type.Null()]),
  allowed_actions: Type.Array(Type.Enum(FOLLOW_UP_ACTIONS), {
    description: 'Actions that are possible now.',
  }),
  created_at: Instant,
  updated_at: Instant,
}).from<ShownTransaction>({
  captured_amount: (transaction) => ofOriginal(transaction, transaction.capturedAmount),
  refunded_amount: (transaction) => ofOriginal(transaction, transaction.refundedAmount),
  disputed_amount: (transaction) => ofOriginal(transaction, transaction.disputedAmount),
  dispute_id: ({ data }) => data?.disputeId,
  expired_amount: (transaction) => ofOriginal(transaction, transaction.expiredAmount || undefined),
  authorization_expires_at: ({ transactionType, authorizationExpiresAt: at }) =>
    isOriginal(transactionType) ? at?.toISOString() : undefined,
  approved: ({ status }) => status === 'APPROVED',
  pending: ({ status }) => status === 'PENDING',
  transaction_initiated_by: 'initiatedBy',
  awaiting: awaitedOf,
  redirect_url: ({ shopperStep }) => (shopperStep?.kind === 'redirect' ? shopperStep.url : null),
  data: (transaction) =>
    transaction.data || transaction.authentication.status !== null ? TransactionData.of(transaction) : null,
})

function ofOriginal({ transactionType }: Transaction, sum: bigint | undefined): ExactInteger | undefined {
  return sum !== undefined && isOriginal(transactionType) ? exactInteger(sum) : undefined
}

export const StatusAnswer = Type.Object(
  {
    found: Type.Boolean(),
    transaction: Type.Union([TransactionRecord, Type.Null()]),
  },
  { title: 'Transaction status' },
)

export const TransactionIdParams = Type.Object({ id: Type.String({ description: 'Transaction id.' }) })

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

const FoundTransaction = Type.Object(
  {
    ...TransactionRecord.properties,
    provider_settled_at: Type.Optional(InstantOf({ description: 'By the first settlement file that names it.' })),
  },
  { title: 'Found transaction' },
)

/** Newest 50 matches of all merchants. */
export const FoundTransactions = Type.Object({ items: Type.Array(FoundTransaction) }, { title: 'Found transactions' })

const TimelineRow = wire('Timeline item', {
  at: Instant,
  kind: Type.Enum([...TIMELINE_KINDS]),
  title: Type.String(),
  code: nullable(Type.String({ description: 'A processing code, the letter of an authentication, an HTTP status.' })),
  actor: NullableString,
  detail: NullableString,
}).from<TimelineItem>({})

export const Timeline = wire('Timeline', { items: listOf(TimelineRow) }).from<{
  readonly items: readonly TimelineItem[]
}>({})
