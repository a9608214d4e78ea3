import { createHash } from 'node:crypto'
import { idFrom } from './ids.ts'
import type { Transaction } from './transaction.ts'

export const DISPUTE_STAGES = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION'] as const
export type DisputeStage = (typeof DISPUTE_STAGES)[number]

export const DISPUTE_STATUSES = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'ACCEPTED', 'CLOSED'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const DISPUTE_FUNDS = ['NONE', 'WITHDRAWN', 'REINSTATED'] as const
export type DisputeFunds = (typeof DISPUTE_FUNDS)[number]

/** Hours before the deadline at which `dispute.due` is sent. */
export const DISPUTE_WARNING_HOURS = { first: 72, last: 24 } as const

export const DISPUTE_REASONS = [
  'FRAUD',
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DUPLICATE',
  'CREDIT_NOT_PROCESSED',
  'RECURRING_CANCELED',
  'PROCESSING_ERROR',
  'OTHER',
] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number]

/** Money that a provider withdrew for a case, or returned. */
export interface DisputeMovement {
  /** The provider's ID, unique within the case and equal in every response. */
  readonly id: string
  readonly kind: 'WITHDRAWN' | 'REINSTATED'
  /** Minor units of `currency`. */
  readonly amount: bigint
  readonly currency: string
}

/** Current state of a case at its provider. */
export interface DisputeReport {
  readonly attemptId: string
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  readonly networkReasonCode: string | null
  /** Amount of the network, in minor units; may exceed the payment. */
  readonly amount: bigint
  readonly currency: string
  readonly respondBy: Date | null
  /** Oldest first. */
  readonly movements: readonly DisputeMovement[]
}

/** A change of a case (docs/reference/disputes.md#the-dispute). */
export interface DisputeChange {
  /** RFC 3339. */
  readonly at: string
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly funds: DisputeFunds
}

export interface Dispute {
  readonly disputeId: string
  readonly merchantId: string
  readonly transactionId: string
  readonly terminalId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly providerReference: string
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  readonly networkReasonCode: string | null
  readonly amount: bigint
  readonly currency: string
  readonly funds: DisputeFunds
  readonly respondBy: Date | null
  readonly acceptedAt: Date | null
  readonly history: readonly DisputeChange[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

const OPEN: readonly DisputeStatus[] = ['NEEDS_RESPONSE', 'UNDER_REVIEW']

export function isDisputeOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return OPEN.includes(status)
}

/** Lists the merchant's actions on a case. @param canAccept true if its provider supports acceptance */
export function disputeActions(dispute: Pick<Dispute, 'status'>, canAccept: boolean): readonly 'accept'[] {
  return canAccept && isDisputeOpen(dispute) ? ['accept'] : []
}

type Facts = Pick<
  Dispute,
  'stage' | 'status' | 'reason' | 'networkReasonCode' | 'amount' | 'currency' | 'funds' | 'respondBy'
>

/** Facts of a report; an accepted case is lost at a provider without acceptance. @param before as recorded */
export function factsOf({ movements, attemptId: _, ...report }: DisputeReport, before: Dispute | undefined): Facts {
  const status = report.status === 'LOST' && before && isAccepted(before) ? 'ACCEPTED' : report.status
  return { ...report, status, funds: movements.at(-1)?.kind ?? 'NONE' }
}

/** An acceptance counts until the case changes otherwise: a continued case may be lost. */
function isAccepted(dispute: Dispute): boolean {
  const { status, acceptedAt, history } = dispute
  return status === 'ACCEPTED' || (isDisputeOpen(dispute) && !!acceptedAt && acceptedAt >= new Date(history.at(-1)!.at))
}

export function hasFacts(dispute: Facts, { respondBy, ...facts }: Facts): boolean {
  const names = Object.keys(facts) as (keyof typeof facts)[]
  return names.every((name) => dispute[name] === facts[name]) && dispute.respondBy?.getTime() === respondBy?.getTime()
}

export function addToHistory(history: readonly DisputeChange[], { stage, status, funds }: Facts, at: Date) {
  const last = history.at(-1)
  const isOld = last?.stage === stage && last.status === status && last.funds === funds
  return isOld ? history : [...history, { at: at.toISOString(), stage, status, funds }]
}

/** Amounts of a payment and of one of its cases that bound the next booking. */
export interface DisputeRoom {
  readonly capturedAmount: bigint
  readonly disputedAmount: bigint
  /** Of the case: withdrawn and not returned. */
  readonly withdrawnAmount: bigint
}

/** Amount to book, within the payment (docs/reference/disputes.md#money); another currency counts as all of it. */
export function bookedAmount(
  { kind, amount, currency }: DisputeMovement,
  payment: Pick<Transaction, 'currency'>,
  { capturedAmount, disputedAmount, withdrawnAmount }: DisputeRoom,
): bigint {
  const most = kind === 'WITHDRAWN' ? capturedAmount - disputedAmount : withdrawnAmount
  const wanted = currency === payment.currency && amount < most ? amount : most
  return wanted > 0n ? wanted : 0n
}

/** ID of a movement's record, so that it is booked only once. */
export function movementRecordId(
  { merchantId, disputeId }: Pick<Dispute, 'merchantId' | 'disputeId'>,
  { id }: DisputeMovement,
): string {
  return idFrom('trx', createHash('sha256').update(`movement ${id} of ${disputeId}`).digest(), merchantId)
}
