import { Type } from 'typebox'
import {
  DISPUTE_FUNDS,
  DISPUTE_REASONS,
  DISPUTE_STAGES,
  DISPUTE_STATUSES,
  type Dispute,
  disputeActions,
} from '#domain/dispute.ts'
import type { Transaction } from '#domain/transaction.ts'
import { Instant, InstantOf, Int64, NullableString, nullable, Paging } from './types.ts'
import { wire } from './wire.ts'

const Stage = Type.Enum([...DISPUTE_STAGES])
const Status = Type.Enum([...DISPUTE_STATUSES])
const Funds = Type.Enum([...DISPUTE_FUNDS], { description: 'Money of the case: taken, given back, or neither.' })

export interface ShownDispute extends Dispute {
  /** True if the payment lost more than was captured. */
  readonly isDoubleLoss: boolean
  /** True if its provider supports acceptance. */
  readonly canAccept: boolean
}

/** Dispute as merchants see it (docs/reference/disputes.md#the-dispute). */
export const DisputeRecord = wire('Dispute', {
  id: Type.String(),
  merchant_id: Type.String(),
  terminal_id: Type.String(),
  transaction_id: Type.String({ description: 'The payment.' }),
  payment_provider_account_id: Type.String(),
  provider_reference: Type.String({ description: "The provider's ID of the case." }),
  stage: Stage,
  status: Status,
  reason: Type.Enum([...DISPUTE_REASONS]),
  network_reason_code: NullableString,
  amount: Int64({ description: 'Of the network; may be more than the payment.' }),
  currency: Type.String({ description: 'Of the network; may differ from that of the payment.' }),
  funds: Funds,
  respond_by: nullable(InstantOf({ description: 'Deadline of the merchant.' })),
  evidence: Type.Union([Type.Object({}), Type.Null()], {
    description: 'Null: send evidence in the dashboard of the provider.',
  }),
  allowed_actions: Type.Array(Type.Enum(['accept']), { description: 'Actions that are possible now.' }),
  double_loss: Type.Boolean({
    description: 'True while disputes, refunds and a void take more than was captured: call the provider.',
  }),
  history: Type.Array(Type.Object({ at: Instant, stage: Stage, status: Status, funds: Funds }), {
    description: 'Changes of stage, status and funds, oldest first.',
  }),
  created_at: Instant,
  updated_at: Instant,
}).from<ShownDispute>({
  id: 'disputeId',
  payment_provider_account_id: 'providerAccountId',
  evidence: () => null,
  allowed_actions: (dispute) => disputeActions(dispute, dispute.canAccept),
  double_loss: 'isDoubleLoss',
})

export const DisputeListQuery = Type.Object({
  status: Type.Optional(Status),
  stage: Type.Optional(Stage),
  respond_by_before: Type.Optional(InstantOf({ description: 'Disputes with an earlier deadline.' })),
  transaction_id: Type.Optional(Type.String({ description: 'Disputes of a payment.' })),
  ...Paging,
})

export const DisputeParams = Type.Object({ id: Type.String({ description: 'Dispute ID.' }) })

/** Payload of `fraud_warning.received` (docs/reference/disputes.md#events). */
export const FraudWarning = wire('Fraud warning received payload', {
  merchant_id: Type.String(),
  terminal_id: Type.String(),
  transaction_id: Type.String({ description: 'The payment.' }),
  order_id: Type.String(),
  reference: Type.String(),
  currency: Type.String(),
  amount: Int64({ description: 'Minor units of the payment.' }),
  payment_provider_account_id: NullableString,
  reason: nullable(Type.String({ description: "The provider's word for the kind of fraud." })),
  created_at: Instant,
}).from<Transaction & { readonly reason: string | null; readonly at: Date }>({
  transaction_id: 'id',
  payment_provider_account_id: ({ processingResult }) => processingResult.paymentProviderAccountId,
  created_at: 'at',
})
