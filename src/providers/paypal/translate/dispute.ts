import type { DisputeMovement, DisputeReport, Money } from '#providers/port/tools.ts'
import { getPath, getText, providerTime, UnknownOutcome, withinLimits } from '#providers/port/tools.ts'
import { amountFrom } from './amount.ts'

const STAGES: Readonly<Record<string, DisputeReport['stage']>> = {
  INQUIRY: 'INQUIRY',
  CHARGEBACK: 'CHARGEBACK',
  PRE_ARBITRATION: 'PRE_ARBITRATION',
  ARBITRATION: 'PRE_ARBITRATION',
}

const STATUSES: Readonly<Record<string, DisputeReport['status']>> = {
  OPEN: 'NEEDS_RESPONSE',
  WAITING_FOR_SELLER_RESPONSE: 'NEEDS_RESPONSE',
  WAITING_FOR_BUYER_RESPONSE: 'UNDER_REVIEW',
  UNDER_REVIEW: 'UNDER_REVIEW',
  OTHER: 'UNDER_REVIEW',
}

const OUTCOMES: Readonly<Record<string, DisputeReport['status']>> = {
  RESOLVED_BUYER_FAVOUR: 'LOST',
  RESOLVED_SELLER_FAVOUR: 'WON',
  // PayPal pays the buyer from its own money.
  RESOLVED_WITH_PAYOUT: 'WON',
  CANCELED_BY_BUYER: 'CLOSED',
  ACCEPTED: 'ACCEPTED',
  DENIED: 'WON',
}

const REASONS: Readonly<Record<string, DisputeReport['reason']>> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'NOT_RECEIVED',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'NOT_AS_DESCRIBED',
  UNAUTHORISED: 'FRAUD',
  CREDIT_NOT_PROCESSED: 'CREDIT_NOT_PROCESSED',
  DUPLICATE_TRANSACTION: 'DUPLICATE',
  INCORRECT_AMOUNT: 'PROCESSING_ERROR',
  PAYMENT_BY_OTHER_MEANS: 'DUPLICATE',
  CANCELED_RECURRING_BILLING: 'RECURRING_CANCELED',
}

export function disputedCaptureIn(dispute: unknown): string | undefined {
  return getText(dispute, 'disputed_transactions.0.seller_transaction_id')
}

/** @throws UnknownOutcome for an unreadable dispute */
export function disputeReportOf(dispute: unknown, attemptId: string): DisputeReport {
  const stage = STAGES[getText(dispute, 'dispute_life_cycle_stage') ?? '']
  const status = statusOf(dispute)
  const money = moneyIn(getPath(dispute, 'dispute_amount'))
  if (!stage || !status || !money) throw new UnknownOutcome('PayPal described a dispute in a way that is not known.')
  const entries = getPath(dispute, 'money_movements')
  return withinLimits({
    ...{ attemptId, stage, status, ...money },
    reason: REASONS[getText(dispute, 'reason') ?? ''] ?? 'OTHER',
    networkReasonCode: getText(dispute, 'external_reason_code') ?? null,
    respondBy: providerTime(getText(dispute, 'seller_response_due_date')),
    movements: Array.isArray(entries) ? entries.toSorted(byTime).flatMap(movementOf) : [],
  })
}

function statusOf(dispute: unknown): DisputeReport['status'] | undefined {
  const status = getText(dispute, 'status') ?? ''
  if (status !== 'RESOLVED') return STATUSES[status]
  return OUTCOMES[getText(dispute, 'dispute_outcome.outcome_code') ?? ''] ?? 'CLOSED'
}

function byTime(one: unknown, other: unknown): number {
  return Date.parse(getText(one, 'initiated_time') ?? '') - Date.parse(getText(other, 'initiated_time') ?? '')
}

/** Movements have no ID; time and direction replace it. */
function movementOf(entry: unknown): readonly DisputeMovement[] {
  const money = moneyIn(getPath(entry, 'amount'))
  const [type, time] = [getText(entry, 'type'), getText(entry, 'initiated_time')]
  const kind = { DEBIT: 'WITHDRAWN', CREDIT: 'REINSTATED' }[type ?? ''] as DisputeMovement['kind'] | undefined
  if (!money || !kind || getText(entry, 'affected_party') !== 'SELLER') return []
  return [{ id: `${time ?? ''} ${kind}`, kind, ...money }]
}

function moneyIn(amount: unknown): Money | undefined {
  const [value, currency] = [getText(amount, 'value'), getText(amount, 'currency_code')]
  const minor = value === undefined || currency === undefined ? undefined : amountFrom(value, currency)
  return minor === undefined ? undefined : { amount: minor, currency: currency! }
}
