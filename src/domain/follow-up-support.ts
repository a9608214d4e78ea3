import type { MethodCapabilities } from './capabilities.ts'
import type { Problem } from './problem.ts'
import type { Transaction } from './transaction.ts'
import { FOLLOW_UP_TYPES, type FollowUpType } from './transaction-type.ts'

type FollowUpSupport = Pick<MethodCapabilities, 'operations' | 'captures' | 'partialRefunds' | 'voidsRest'>

type Captured = Pick<Transaction, 'amount' | 'capturedAmount' | 'followUps'>

/** A condition on what a provider can do, and what to do instead where it does not hold. */
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

/** Whether there is one capture at most. The store's guarded update holds it when several arrive at once. */
export function allowsSingleCapture({ captures }: Pick<FollowUpSupport, 'captures'>): boolean {
  return captures !== 'multiple'
}

/**
 * Why the account that was paid cannot carry a follow-up that its parent allows, and what it can do instead; undefined
 * where it can (docs/reference/follow-ups.md#what-its-account-can-do).
 */
export function unsupportedFollowUp(
  means: FollowUpSupport,
  parent: Captured,
  type: FollowUpType,
  amount: bigint,
): Pick<Problem, 'property' | 'message'> | undefined {
  if (!means.operations.includes(type)) return { property: 'transaction_type', message: withoutOperation(means, type) }
  const broken = LIMITS[type].find(({ holds }) => !holds(means, parent, amount))
  return broken && { property: broken.property, message: broken.message(parent) }
}

function withoutOperation({ operations }: FollowUpSupport, type: FollowUpType): string {
  const others = FOLLOW_UP_TYPES.filter((other) => operations.includes(other))
  const instead =
    others.length > 0
      ? `it supports ${others.join(', ')}.`
      : 'it supports no follow-ups, so resolve this with the customer another way.'
  return `This provider account does not support ${type} for this payment method; ${instead}`
}
