import { DISPUTE_WARNING_HOURS } from '#domain/dispute.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { AgreementRecord } from '../agreement.ts'
import { ClientSecretExpiring } from '../client.ts'
import { DisputeRecord, FraudWarning } from '../dispute.ts'
import { SettlementDayClosed } from '../ledger.ts'
import { PaymentLinkRecord } from '../payment-link.ts'
import {
  PaymentMethodExpiring,
  PaymentMethodKept,
  PaymentMethodRemoved,
  PaymentMethodUpdated,
} from '../payment-method.ts'
import { WebhookEndpointFailing } from '../webhook-endpoint.ts'
import type { ValueOf, Wire } from '../wire.ts'
import {
  AuthorizationExpired,
  AuthorizationExpiring,
  MoneyReturned,
  RetryScheduled,
  ReviewOpened,
  SessionCompleted,
  SessionExpired,
} from './payments.ts'

interface EventKind {
  /** Sentence without a full stop. */
  readonly when: string
  readonly payload: Wire<never>
}

/** Types of events other than `transaction.processed` (docs/reference/event-types.md). */
export const FURTHER_EVENTS = {
  'session.completed': { when: 'A session was paid', payload: SessionCompleted },
  'session.expired': { when: 'A session expired without a payment', payload: SessionExpired },
  'payment_link.completed': { when: 'A payment link got the last payment that it accepts', payload: PaymentLinkRecord },
  'payment_link.expired': { when: 'A payment link expired before it was completed', payload: PaymentLinkRecord },
  'payment_method.kept': { when: 'A card was stored with its first payment', payload: PaymentMethodKept },
  'payment_method.removed': {
    when: 'A stored card was deleted, alone or with its customer',
    payload: PaymentMethodRemoved,
  },
  'payment_method.updated': { when: 'The merchant or an issuer changed a stored card', payload: PaymentMethodUpdated },
  'payment_method.expiring': {
    when: 'A stored card that an agreement charges expires within 30 days',
    payload: PaymentMethodExpiring,
  },
  'refund.failed': { when: 'A refund failed after its approval', payload: MoneyReturned },
  'payout.failed': { when: 'A payout failed after its approval', payload: MoneyReturned },
  'authorization.expiring': {
    when: 'An authorization that is not fully captured expires within 24 hours',
    payload: AuthorizationExpiring,
  },
  'authorization.expired': {
    when: 'An authorization expired, and the rest was released',
    payload: AuthorizationExpired,
  },
  'dispute.opened': { when: 'A shopper disputes a payment', payload: DisputeRecord },
  'dispute.updated': { when: 'A dispute changed', payload: DisputeRecord },
  'dispute.due': {
    when: `The deadline of a dispute is ${DISPUTE_WARNING_HOURS.first} or ${DISPUTE_WARNING_HOURS.last} hours away`,
    payload: DisputeRecord,
  },
  'dispute.closed': { when: 'A dispute ended', payload: DisputeRecord },
  'fraud_warning.received': { when: 'A provider reported a payment as fraud', payload: FraudWarning },
  'transaction.retry_scheduled': {
    when: 'A charge by agreement was declined and is attempted again later',
    payload: RetryScheduled,
  },
  'transaction.review_opened': {
    when: 'A payment that a risk rule marked for review was approved',
    payload: ReviewOpened,
  },
  'agreement.activated': { when: 'An agreement can be charged, or charges another card', payload: AgreementRecord },
  'agreement.suspended': {
    when: 'A charge was declined permanently, and the agreement is suspended',
    payload: AgreementRecord,
  },
  'agreement.ended': { when: 'An agreement was canceled or has ended', payload: AgreementRecord },
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
} as const satisfies Readonly<Record<FurtherEvent['type'], EventKind>>

export type EventValue<T extends keyof typeof FURTHER_EVENTS> = ValueOf<(typeof FURTHER_EVENTS)[T]['payload']>
