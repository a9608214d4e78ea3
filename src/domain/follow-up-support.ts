import type { MethodCapabilities } from './capabilities.ts'
import type { Refusal } from './eligibility.ts'
import type { Transaction } from './transaction.ts'
import { FOLLOW_UP_TYPES, type FollowUpType } from './transaction-type.ts'

type FollowUpSupport = Pick<MethodCapabilities, 'operations' | 'captures' | 'partialRefunds' | 'voidsRest'>

type Captured = Pick<Transaction, 'amount' | 'capturedAmount' | 'followUps'>

/** Condition on a provider's support, and the alternative if it fails. */
interface Limit {
  readonly property: 'transaction_type' | 'amount'
  readonly holds: (means: FollowUpSupport, parent: Captured, amount: bigint) => boolean
  readonly message: (parent: Captured) => string
}

const ONE_CAPTURE: Limit = {
  property: 'transaction_type',
  holds: (means, { capturedAmount, followUps }) =>
    !allowsSingleCapture(means) || capturedAmount + followUps.capturingAmount === 0n,
  message: () =>
    'This provider account supports one capture per payment, and one exists or is in progress; charge the rest as a new payment.',
}

const WHOLE_CAPTURE: Limit = {
  property: 'amount',
  holds: ({ captures }, parent, amount) => captures !== 'none' || amount === parent.amount,
  message: ({ amount }) => `This provider account can only capture the full amount; send ${amount}.`,
}

const WHOLE_REFUND: Limit = {
  property: 'amount',
  holds: ({ partialRefunds }, parent, amount) => partialRefunds || amount === parent.capturedAmount,
  message: ({ capturedAmount }) => `This provider account can only refund the full amount; send ${capturedAmount}.`,
}

const VOID_AFTER_CAPTURE: Limit = {
  property: 'transaction_type',
  holds: ({ voidsRest }, { amount }, voided) => voidsRest || voided === amount,
  message: () => 'This provider account cannot void after a capture; the rest expires at the provider.',
}

const LIMITS: Readonly<Record<FollowUpType, readonly Limit[]>> = {
  CAPTURE: [ONE_CAPTURE, WHOLE_CAPTURE],
  REFUND: [WHOLE_REFUND],
  VOID: [VOID_AFTER_CAPTURE],
}

/** True for at most one capture. The store's guarded update ensures it for concurrent ones. */
export function allowsSingleCapture(means: FollowUpSupport | undefined): boolean {
  return means !== undefined && means.captures !== 'multiple'
}

/**
 * Refuses a follow-up that the paid account does not support (docs/reference/follow-ups.md#what-its-account-can-do).
 * @param means undefined if the provider no longer declares the method; its payments can still be refunded
 */
export function unsupportedFollowUp(
  means: FollowUpSupport | undefined,
  parent: Captured,
  type: FollowUpType,
  amount: bigint,
): Refusal | undefined {
  if (!means) return undefined
  if (!means.operations.includes(type))
    return { code: '2000', property: 'transaction_type', message: withoutOperation(means, type) }
  const broken = LIMITS[type].find(({ holds }) => !holds(means, parent, amount))
  return broken && { code: '2000', property: broken.property, message: broken.message(parent) }
}

function withoutOperation({ operations }: FollowUpSupport, type: FollowUpType): string {
  const others = FOLLOW_UP_TYPES.filter((other) => operations.includes(other))
  const instead =
    others.length > 0
      ? `it supports ${others.join(', ')}.`
      : 'it supports no follow-ups, so resolve this with the customer another way.'
  return `This provider account does not support ${type} for this payment method; ${instead}`
}
