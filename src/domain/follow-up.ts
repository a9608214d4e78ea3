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

/** Amounts that follow-ups can still have, in minor units; those in progress count as done. */
export interface RemainingAmounts {
  readonly capturable: bigint
  readonly refundable: bigint
}

/** Amounts that can still be captured and refunded (docs/reference/follow-ups.md#how-much-at-most). */
export function remainingAmounts(transaction: Transaction): RemainingAmounts {
  const { transactionType, status, followUps } = transaction
  const isOpen = status === 'APPROVED' && followUps.voidState === null
  const canBeCaptured = isOpen && transactionType === 'AUTHORIZE' && followUps.captureState === 'OPEN'
  return {
    capturable: canBeCaptured ? uncaptured(transaction) : 0n,
    refundable: isOpen ? unrefunded(transaction) : 0n,
  }
}

function uncaptured({ amount, capturedAmount, followUps }: Transaction): bigint {
  return amount - capturedAmount - followUps.capturingAmount
}

function unrefunded({ capturedAmount, refundedAmount, followUps }: Transaction): bigint {
  return capturedAmount - refundedAmount - followUps.refundingAmount
}

const NOT_VOIDED: Rule = {
  property: 'transaction_type',
  message: 'This transaction is voided or being voided.',
  holds: ({ transaction }) => transaction.followUps.voidState === null,
}

const NOT_EXPIRED: Rule = {
  property: 'parent_transaction_id',
  message: 'This authorization has expired; make a new payment.',
  holds: ({ transaction }) => transaction.followUps.expiryState === null,
}

/** What each follow-up needs of its parent, in order. The store's guarded update decides by the same rules. */
const RULES: Readonly<Record<FollowUpType, readonly Rule[]>> = {
  CAPTURE: [
    { property: 'transaction_type', message: 'Only an AUTHORIZE can be captured.', holds: isType('AUTHORIZE') },
    NOT_VOIDED,
    NOT_EXPIRED,
    {
      property: 'transaction_type',
      message: 'The final capture is already made.',
      holds: ({ transaction }) => transaction.followUps.captureState === 'OPEN',
    },
    {
      property: 'amount',
      message: 'Send at most the remaining authorized amount.',
      holds: ({ transaction }, amount) => amount <= uncaptured(transaction),
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
      holds: ({ transaction }, amount) => amount <= unrefunded(transaction),
    },
  ],
  VOID: [
    {
      property: 'transaction_type',
      message: 'Only an AUTHORIZE or a PURCHASE can be voided.',
      holds: isType('AUTHORIZE', 'PURCHASE'),
    },
    NOT_VOIDED,
    NOT_EXPIRED,
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

/** Largest amount of a follow-up, in minor units; a void has no other. */
export function maximumAmount(transaction: Transaction, action: FollowUpAction): bigint {
  if (action === 'void') return transaction.amount
  const { capturable, refundable } = remainingAmounts(transaction)
  return action === 'capture' ? capturable : refundable
}

/** Time from which the money of a transaction is available to the merchant. */
export function settlesAt({ followUps: { settlesFrom }, createdAt }: Transaction, delaySeconds: number): Date {
  return new Date((settlesFrom ?? createdAt).getTime() + delaySeconds * 1000)
}

/**
 * True if a purchase is settled by now, so that it can no longer be voided
 * (docs/reference/follow-ups.md#how-much-at-most). For records; `manage` goes by the database's clock.
 */
export function isVoidWindowOver(transaction: Transaction, delaySeconds: number, now: Date): boolean {
  return transaction.followUps.settlesFrom !== null && settlesAt(transaction, delaySeconds) <= now
}
