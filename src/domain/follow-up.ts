import type { MethodCapabilities } from './capabilities.ts'
import { unsupportedFollowUp } from './follow-up-support.ts'
import type { Transaction } from './transaction.ts'
import { FOLLOW_UP_TYPES, type FollowUpType, TRANSACTION_TYPES } from './transaction-type.ts'

export interface Parent {
  readonly transaction: Transaction
  readonly voidWindowOver: boolean
}

interface Rule {
  readonly property: string
  readonly message: string
  readonly holds: (parent: Parent, amount: bigint) => boolean
}

const isParentOf =
  (type: FollowUpType) =>
  ({ transaction }: Pick<Parent, 'transaction'>) =>
    TRANSACTION_TYPES[type].parents.some((parent) => parent === transaction.transactionType)

/** Remaining amounts for follow-ups, in minor units; those in progress count as done. */
export interface RemainingAmounts {
  readonly capturable: bigint
  readonly refundable: bigint
}

export function remainingAmounts(transaction: Transaction): RemainingAmounts {
  const { status, followUps } = transaction
  const isOpen = status === 'APPROVED' && followUps.voidState === null
  const canBeCaptured = isOpen && isParentOf('CAPTURE')({ transaction }) && followUps.captureState === 'OPEN'
  return {
    capturable: canBeCaptured ? uncaptured(transaction) : 0n,
    refundable: isOpen ? unrefunded(transaction) : 0n,
  }
}

function uncaptured({ amount, capturedAmount, followUps }: Transaction): bigint {
  return amount - capturedAmount - followUps.capturingAmount
}

function isAuthorization({ transactionType }: Transaction): boolean {
  return transactionType === 'AUTHORIZE'
}

function isRestOpen(transaction: Transaction): boolean {
  return transaction.followUps.captureState === 'OPEN' && uncaptured(transaction) > 0n
}

/** Releasable amount: of an AUTHORIZE the uncaptured part, else the full amount. */
export function voidable(transaction: Transaction): bigint {
  return isAuthorization(transaction) ? uncaptured(transaction) : transaction.amount
}

/** The shopper already has disputed money; a dispute may exceed the rest. */
function unrefunded({ capturedAmount, refundedAmount, disputedAmount, followUps }: Transaction): bigint {
  const rest = capturedAmount - refundedAmount - followUps.refundingAmount - disputedAmount
  return rest > 0n ? rest : 0n
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

/** Requirements of each follow-up, in order. The store's guarded update applies the same rules. */
const RULES: Readonly<Record<FollowUpType, readonly Rule[]>> = {
  CAPTURE: [
    { property: 'transaction_type', message: 'Only an AUTHORIZE can be captured.', holds: isParentOf('CAPTURE') },
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
      holds: isParentOf('REFUND'),
    },
    NOT_VOIDED,
    {
      property: 'amount',
      message: 'Send at most the captured amount that is neither refunded nor disputed.',
      holds: ({ transaction }, amount) => amount <= unrefunded(transaction),
    },
  ],
  VOID: [
    {
      property: 'transaction_type',
      message: 'Only an AUTHORIZE or a PURCHASE can be voided.',
      holds: isParentOf('VOID'),
    },
    NOT_VOIDED,
    NOT_EXPIRED,
    {
      property: 'transaction_type',
      message: 'A capture of this transaction is in progress; wait for its event.',
      holds: ({ transaction }) => !isAuthorization(transaction) || transaction.followUps.capturingAmount === 0n,
    },
    {
      property: 'transaction_type',
      message: 'Nothing of this authorization is left; refund it instead.',
      holds: ({ transaction }) => !isAuthorization(transaction) || isRestOpen(transaction),
    },
    {
      property: 'transaction_type',
      message: 'This transaction is charged back; respond to its dispute.',
      holds: ({ transaction }) => isAuthorization(transaction) || transaction.disputedAmount === 0n,
    },
    {
      property: 'transaction_type',
      message: 'This transaction is partly refunded or already settled; refund it instead.',
      holds: ({ transaction: { transactionType, refundedAmount, followUps }, voidWindowOver }) =>
        transactionType !== 'PURCHASE' || (!voidWindowOver && refundedAmount + followUps.refundingAmount === 0n),
    },
    {
      property: 'amount',
      message: 'Send the full amount; of a partly captured AUTHORIZE, the amount that is not captured.',
      holds: ({ transaction }, amount) => amount === voidable(transaction),
    },
  ],
}

/** Reason why a follow-up is impossible; undefined if possible (docs/reference/follow-ups.md#how-much-at-most). */
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

/** Action on a transaction, as its record names it. */
export type FollowUpAction = Lowercase<FollowUpType>
export const FOLLOW_UP_ACTIONS = FOLLOW_UP_TYPES.map((type) => type.toLowerCase() as FollowUpAction)

export function followUpType(action: FollowUpAction): FollowUpType {
  return action.toUpperCase() as FollowUpType
}

/** Actions that a transaction allows: a full void, the smallest amount of others. @param means if declared */
export function allowedActions(parent: Parent, means: MethodCapabilities | undefined): readonly FollowUpAction[] {
  const { transaction } = parent
  return FOLLOW_UP_ACTIONS.filter((action) => {
    const type = followUpType(action)
    const amount = type === 'VOID' ? voidable(transaction) : 1n
    return followUpProblem(parent, type, amount) === undefined && isSupported(means, type, transaction)
  })
}

/** True if the provider can execute the action; an unsupported amount is rejected when it is sent. */
function isSupported(means: MethodCapabilities | undefined, type: FollowUpType, transaction: Transaction): boolean {
  if (type === 'VOID') return unsupportedFollowUp(means, transaction, type, voidable(transaction)) === undefined
  return means?.operations.includes(type) !== false
}

/** Largest amount of a follow-up, in minor units; a void is always of this amount. */
export function maximumAmount(transaction: Transaction, action: FollowUpAction): bigint {
  if (action === 'void') return voidable(transaction)
  const { capturable, refundable } = remainingAmounts(transaction)
  return action === 'capture' ? capturable : refundable
}

export function settlesAt({ followUps: { settlesFrom }, createdAt }: Transaction, delaySeconds: number): Date {
  return new Date((settlesFrom ?? createdAt).getTime() + delaySeconds * 1000)
}

/** True if a purchase is settled and can no longer be voided. For display; `manage` uses the database's clock. */
export function isVoidWindowOver(transaction: Transaction, delaySeconds: number, now: Date): boolean {
  return transaction.followUps.settlesFrom !== null && settlesAt(transaction, delaySeconds) <= now
}
