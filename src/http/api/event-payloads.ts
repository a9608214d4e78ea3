import { type TObject, type TSchema, Type } from 'typebox'
import { DISPUTE_WARNING_HOURS } from '#domain/dispute.ts'
import type { EventType, FurtherEvent } from '#domain/event-types.ts'
import { AgreementRecord } from '#interface/agreement.ts'
import { ClientSecretExpiring } from '#interface/client.ts'
import { DisputeRecord, FraudWarning } from '#interface/dispute.ts'
import { PaymentLinkRecord } from '#interface/payment-link.ts'
import { Instant, NullableString } from '#interface/types.ts'
import { WebhookEndpointFailing } from '#interface/webhook-endpoint.ts'
import {
  PaymentMethodExpiring,
  PaymentMethodKept,
  PaymentMethodRemoved,
  PaymentMethodUpdated,
} from './payment-method-payloads.ts'
import { EventPayload } from './processed-payload.ts'

const Text = Type.String()
const Amount = Type.Integer({ format: 'int64', description: 'Minor units.' })

const Day = Type.String({ format: 'date', description: 'In UTC.' })

const session = {
  id: Type.String({ description: 'Session id.' }),
  merchant_id: Text,
  terminal_id: Text,
  reference: Text,
  currency: Text,
  amount: Amount,
}
const metadata = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])

const SessionCompleted = Type.Object(
  {
    ...session,
    status: Type.Literal('APPROVED'),
    transaction_id: Type.String({ description: 'The payment.' }),
    metadata,
  },
  { title: 'Session completed payload' },
)

const SessionExpired = Type.Object(
  {
    ...session,
    status: Type.Literal('SESSION_EXPIRED'),
    transaction_id: Type.Union([Text, Type.Null()], {
      description: 'The latest payment; null if there is none.',
    }),
    metadata,
  },
  { title: 'Session expired payload' },
)

const sentBack = {
  id: Type.String({ description: 'ID of the approved transaction; its status does not change.' }),
  merchant_id: Text,
  terminal_id: Text,
  parent_id: NullableString,
  reversal_id: Type.String({ description: 'Transaction ID of the reversal record.' }),
  reference: Text,
  currency: Text,
  amount: Amount,
  response_message: NullableString,
}

const ReviewOpened = Type.Object(
  {
    id: Type.String({ description: 'Transaction ID of the payment.' }),
    merchant_id: Text,
    terminal_id: Text,
    order_id: Text,
    reference: Text,
    currency: Text,
    amount: Amount,
    metadata,
    review: Type.Literal('OPEN'),
    matched: Type.Array(Type.Object({ rule: Text, action: Text }), { description: 'Rules that marked the payment.' }),
  },
  { title: 'Review opened payload' },
)

const authorization = {
  id: Type.String({ description: 'Transaction ID of the authorization.' }),
  merchant_id: Text,
  terminal_id: Text,
  order_id: Text,
  reference: Text,
  currency: Text,
  amount: Type.Integer({ format: 'int64', description: 'Rest that can be captured, or that expired; minor units.' }),
  metadata,
}

const AuthorizationExpiring = Type.Object(
  { ...authorization, authorization_expires_at: Instant },
  { title: 'Authorization expiring payload' },
)

const AuthorizationExpired = Type.Object(
  {
    ...authorization,
    expiry_id: Type.String({ description: 'Transaction ID of the expiry record.' }),
    expired_by: Type.Enum(['PROVIDER', 'GATEWAY']),
  },
  { title: 'Authorization expired payload' },
)

const RetryScheduled = Type.Object(
  {
    id: Type.String({ description: 'Transaction ID of the charge.' }),
    merchant_id: Text,
    terminal_id: Text,
    order_id: Text,
    reference: Text,
    agreement_id: NullableString,
    currency: Text,
    amount: Amount,
    processing_code: Type.String({ description: 'Of the last decline.' }),
    response_message: NullableString,
    advice: NullableString,
    next_attempt_at: Type.String({ format: 'date-time', description: "By the merchant's clock." }),
    metadata,
  },
  { title: 'Transaction retry scheduled payload' },
)

const SettlementDayClosed = Type.Object(
  {
    merchant_id: Text,
    day: Day,
    currencies: Type.Array(Type.Object({ currency: Text, gross: Amount, fee: Amount, net: Amount })),
  },
  { title: 'Settlement day closed payload' },
)

function disputePayload(change: string) {
  return Type.Object(DisputeRecord.properties, { title: `Dispute ${change} payload` })
}

interface EventKind {
  /** Sentence without a full stop. */
  readonly when: string
  readonly payload: TSchema
}

/** Types of events other than `transaction.processed` (docs/reference/event-types.md). */
export const FURTHER_EVENTS: Readonly<Record<FurtherEvent['type'], EventKind>> = {
  'session.completed': { when: 'A session was paid', payload: SessionCompleted },
  'session.expired': { when: 'A session expired without a payment', payload: SessionExpired },
  'payment_link.completed': {
    when: 'A payment link got the last payment that it accepts',
    payload: Type.Object(PaymentLinkRecord.properties, { title: 'Payment link completed payload' }),
  },
  'payment_link.expired': {
    when: 'A payment link expired before it was completed',
    payload: Type.Object(PaymentLinkRecord.properties, { title: 'Payment link expired payload' }),
  },
  'payment_method.kept': { when: 'A card was stored with its first payment', payload: PaymentMethodKept },
  'payment_method.removed': {
    when: 'A stored card was deleted, alone or with its customer',
    payload: PaymentMethodRemoved,
  },
  'payment_method.updated': {
    when: 'The merchant or an issuer changed a stored card',
    payload: PaymentMethodUpdated,
  },
  'payment_method.expiring': {
    when: 'A stored card that an agreement charges expires within 30 days',
    payload: PaymentMethodExpiring,
  },
  'refund.failed': {
    when: 'A refund failed after its approval',
    payload: Type.Object(sentBack, { title: 'Refund failed payload' }),
  },
  'payout.failed': {
    when: 'A payout failed after its approval',
    payload: Type.Object(sentBack, { title: 'Payout failed payload' }),
  },
  'authorization.expiring': {
    when: 'An authorization with something left to capture expires within 24 hours',
    payload: AuthorizationExpiring,
  },
  'authorization.expired': {
    when: 'An authorization expired, and what was left is released',
    payload: AuthorizationExpired,
  },
  'dispute.opened': { when: 'A shopper disputes a payment', payload: disputePayload('opened') },
  'dispute.updated': { when: 'Something of a dispute changed', payload: disputePayload('updated') },
  'dispute.due': {
    when: `The deadline of a dispute is ${DISPUTE_WARNING_HOURS.first} or ${DISPUTE_WARNING_HOURS.last} hours away`,
    payload: disputePayload('due'),
  },
  'dispute.closed': { when: 'A dispute ended', payload: disputePayload('closed') },
  'fraud_warning.received': { when: 'A provider reported a payment as fraud', payload: FraudWarning },
  'transaction.retry_scheduled': {
    when: 'A charge by agreement was declined and is attempted again later',
    payload: RetryScheduled,
  },
  'transaction.review_opened': {
    when: 'A payment that a risk rule marked for review was approved',
    payload: ReviewOpened,
  },
  'agreement.activated': {
    when: 'An agreement can be charged, or charges another card',
    payload: Type.Object(AgreementRecord.properties, { title: 'Agreement activated payload' }),
  },
  'agreement.suspended': {
    when: 'A charge was declined permanently, and the agreement is suspended',
    payload: Type.Object(AgreementRecord.properties, { title: 'Agreement suspended payload' }),
  },
  'agreement.ended': {
    when: 'An agreement was canceled or has ended',
    payload: Type.Object(AgreementRecord.properties, { title: 'Agreement ended payload' }),
  },
  'settlement_day.closed': {
    when: 'A UTC day with settlements is complete, and its report is final',
    payload: SettlementDayClosed,
  },
  'webhook_endpoint.failing': {
    when: 'An endpoint failed three times in a row for one event, or rejected one permanently',
    payload: WebhookEndpointFailing,
  },
  'client.secret_expiring': {
    when: 'A secret of an API client ends within seven days: the client expires, or its previous secret does',
    payload: ClientSecretExpiring,
  },
}

export function whenSent(type: EventType): string {
  return type === 'transaction.processed' ? 'A transaction reached its final status' : FURTHER_EVENTS[type].when
}

export const ProcessedEvent = Type.Object(
  { event: Type.Literal('transaction.processed'), payload: EventPayload },
  { title: 'Processed event' },
)

export function furtherEventBody(type: FurtherEvent['type']): TObject {
  const { payload } = FURTHER_EVENTS[type]
  const title = `${(payload as { title?: string }).title!.replace(' payload', '')} event`
  return Type.Object({ event: Type.Literal(type), payload }, { title })
}
