import type { Transaction } from './transaction.ts'
import type { FollowUpType, OriginalType } from './transaction-type.ts'

/** A transaction that is followed up. */
export interface Parent {
  readonly transaction: Transaction
  /** It is too late to void it. */
  readonly voidWindowOver: boolean
}

/** A condition, and the error where it does not hold. */
interface Rule {
  readonly property: string
  readonly message: string
  readonly holds: (parent: Parent, amount: bigint) => boolean
}

const isType = (...types: OriginalType[]): Rule['holds'] => {
  return ({ transaction }) => types.some((type) => type === transaction.transactionType)
}

const NOT_VOIDED: Rule = {
  property: 'transaction_type',
  message: 'This transaction is voided or being voided.',
  holds: ({ transaction }) => transaction.followUps.voidState === null,
}

/** What each follow-up needs of its parent, in order. The store's guarded update decides by the same rules. */
const RULES: Readonly<Record<FollowUpType, readonly Rule[]>> = {
  CAPTURE: [
    { property: 'transaction_type', message: 'Only an AUTHORIZE can be captured.', holds: isType('AUTHORIZE') },
    NOT_VOIDED,
    {
      property: 'transaction_type',
      message: 'The final capture is already made.',
      holds: ({ transaction }) => transaction.followUps.captureState === 'OPEN',
    },
    {
      property: 'amount',
      message: 'Send at most the remaining authorized amount.',
      holds: ({ transaction }, amount) =>
        amount <= transaction.amount - transaction.capturedAmount - transaction.followUps.capturingAmount,
    },
  ],
  REFUND: [
    {
      property: 'transaction_type',
      message: 'Only a PURCHASE, a PAYMENT or a captured AUTHORIZE can be refunded.',
      holds: isType('PURCHASE', 'PAYMENT', 'AUTHORIZE'),
    },
    NOT_VOIDED,
    {
      property: 'amount',
      message: 'Send at most the captured amount not yet refunded.',
      holds: ({ transaction }, amount) =>
        amount <= transaction.capturedAmount - transaction.refundedAmount - transaction.followUps.refundingAmount,
    },
  ],
  VOID: [
    {
      property: 'transaction_type',
      message: 'Only an AUTHORIZE or a PURCHASE can be voided.',
      holds: isType('AUTHORIZE', 'PURCHASE'),
    },
    NOT_VOIDED,
    {
      property: 'transaction_type',
      message: 'This transaction is captured, in part or in full; refund it instead.',
      holds: ({ transaction: { transactionType, capturedAmount, followUps } }) =>
        transactionType !== 'AUTHORIZE' || capturedAmount + followUps.capturingAmount === 0n,
    },
    {
      property: 'transaction_type',
      message: 'This transaction is partly refunded or already settled; refund it instead.',
      holds: ({ transaction: { transactionType, refundedAmount, followUps }, voidWindowOver }) =>
        transactionType !== 'PURCHASE' || (!voidWindowOver && refundedAmount + followUps.refundingAmount === 0n),
    },
    {
      property: 'amount',
      message: 'A void is always for the full amount; send the transaction amount.',
      holds: ({ transaction }, amount) => amount === transaction.amount,
    },
  ],
}

/** Why a follow-up cannot be carried out, or undefined where it can (docs/reference/follow-ups.md#how-much-at-most). */
export function followUpProblem(
  parent: Parent,
  type: FollowUpType,
  amount: bigint,
): Pick<Rule, 'property' | 'message'> | undefined {
  if (parent.transaction.status !== 'APPROVED') {
    return {
      property: 'transaction_type',
      message: 'Only an APPROVED transaction can be captured, refunded or voided.',
    }
  }
  return RULES[type].find(({ holds }) => !holds(parent, amount))
}

/** What can be done with a transaction, as its record names it. */
export const FOLLOW_UP_ACTIONS = ['capture', 'refund', 'void'] as const
export type FollowUpAction = (typeof FOLLOW_UP_ACTIONS)[number]

const TYPES: Readonly<Record<FollowUpAction, FollowUpType>> = { capture: 'CAPTURE', refund: 'REFUND', void: 'VOID' }

/**
 * The follow-ups that a transaction bears: of the whole amount for a void, of the smallest amount for the others.
 * @param carried what the provider that was paid can do
 */
export function allowedActions(parent: Parent, carried: readonly string[]): readonly FollowUpAction[] {
  return FOLLOW_UP_ACTIONS.filter((action) => {
    const amount = action === 'void' ? parent.transaction.amount : 1n
    return carried.includes(TYPES[action]) && followUpProblem(parent, TYPES[action], amount) === undefined
  })
}

/**
 * Whether a purchase has been settled by now, so that it can no longer be voided
 * (docs/reference/follow-ups.md#how-much-at-most). For what a record shows; `manage` goes by the database's clock.
 */
export function isVoidWindowOver(
  { followUps: { settlesFrom } }: Transaction,
  delaySeconds: number,
  now: Date,
): boolean {
  return settlesFrom !== null && settlesFrom.getTime() + delaySeconds * 1000 <= now.getTime()
}
