import type { DisputeMovement, DisputeReport } from '#providers/port/tools.ts'
import { getPath, getText, providerTime, UnknownOutcome, withinLimits } from '#providers/port/tools.ts'
import { amountFrom } from './amount.ts'

/** Stage and status of Stripe's status; one that begins with `warning` is an inquiry. */
const STATUSES: Readonly<Record<string, readonly [DisputeReport['stage'], DisputeReport['status']]>> = {
  warning_needs_response: ['INQUIRY', 'NEEDS_RESPONSE'],
  warning_under_review: ['INQUIRY', 'UNDER_REVIEW'],
  warning_closed: ['INQUIRY', 'CLOSED'],
  prevented: ['INQUIRY', 'CLOSED'],
  needs_response: ['CHARGEBACK', 'NEEDS_RESPONSE'],
  under_review: ['CHARGEBACK', 'UNDER_REVIEW'],
  won: ['CHARGEBACK', 'WON'],
  lost: ['CHARGEBACK', 'LOST'],
}

const REASONS: Readonly<Record<string, DisputeReport['reason']>> = {
  fraudulent: 'FRAUD',
  unrecognized: 'FRAUD',
  debit_not_authorized: 'FRAUD',
  product_not_received: 'NOT_RECEIVED',
  product_unacceptable: 'NOT_AS_DESCRIBED',
  duplicate: 'DUPLICATE',
  credit_not_processed: 'CREDIT_NOT_PROCESSED',
  subscription_canceled: 'RECURRING_CANCELED',
  bank_cannot_process: 'PROCESSING_ERROR',
  incorrect_account_details: 'PROCESSING_ERROR',
}

/** Reads Stripe's dispute, with its payment intent expanded. @throws UnknownOutcome if unreadable */
export function disputeReportOf(dispute: unknown): DisputeReport {
  const known = STATUSES[getText(dispute, 'status') ?? '']
  const attemptId = getText(dispute, 'payment_intent.metadata.attempt_id')
  const currency = getText(dispute, 'currency')?.toUpperCase()
  const amount = currency && amountFrom(getPath(dispute, 'amount'), currency)
  if (!known || attemptId === undefined || currency === undefined || typeof amount !== 'bigint') {
    throw new UnknownOutcome('Stripe described a dispute in a way that is not known.')
  }
  const due = getPath(dispute, 'evidence_details.due_by')
  const entries = getPath(dispute, 'balance_transactions')
  return withinLimits({
    ...{ attemptId, stage: known[0], status: known[1], amount, currency },
    reason: REASONS[getText(dispute, 'reason') ?? ''] ?? 'OTHER',
    networkReasonCode: getText(dispute, 'payment_method_details.card.network_reason_code') ?? null,
    respondBy: typeof due === 'number' ? providerTime(due * 1000) : null,
    movements: Array.isArray(entries) ? entries.toSorted(byTime).flatMap(movementOf) : [],
  })
}

function byTime(one: unknown, other: unknown): number {
  return Number(getPath(one, 'created')) - Number(getPath(other, 'created'))
}

/** A balance transaction is negative if Stripe took money. Its own fee is separate. */
function movementOf(entry: unknown): readonly DisputeMovement[] {
  const [id, currency, value] = [
    getText(entry, 'id'),
    getText(entry, 'currency')?.toUpperCase(),
    getPath(entry, 'amount'),
  ]
  if (id === undefined || currency === undefined || typeof value !== 'number' || value === 0) return []
  const amount = amountFrom(Math.abs(value), currency)
  return amount === undefined ? [] : [{ id, kind: value < 0 ? 'WITHDRAWN' : 'REINSTATED', amount, currency }]
}
