import { proportion } from './money.ts'
import type { Status } from './status.ts'
import type { Transaction } from './transaction.ts'
import type { FollowUpType, TransactionType } from './transaction-type.ts'

type Worth = Pick<Transaction, 'amount' | 'normalizedAmount'>

type Original = Worth & Pick<Transaction, 'transactionType'>

/** Sum of a parent's transactions of one type and status. */
export interface PartSum extends Worth {
  readonly transactionType: TransactionType
  readonly status: Status
}

/**
 * Worth of a follow-up in the settlement currency: the share of all parts including it, less the shares of earlier ones
 * (docs/reference/follow-ups.md#normalized-amount). All parts add up to the full amount, in any order.
 * @param parts follow-ups of the original that are approved or pending, read while it is locked
 */
export function normalizePart(
  original: Original,
  parts: readonly PartSum[],
  { type, amount }: { readonly type: Part; readonly amount: bigint },
): bigint {
  const { whole, taken } = PARTS[type](original, parts)
  const upToThis = taken.amount + amount
  const due = upToThis < whole.amount ? normalizedShare(original, upToThis) : whole.normalizedAmount
  const worth = smaller(due, whole.normalizedAmount) - taken.normalizedAmount
  // If a part is declined after later ones got their shares, those may have more than is due.
  return worth > 0n ? worth : 0n
}

/** Worth of a part of an original, at most its full worth. */
export function normalizedShare({ amount: whole, normalizedAmount }: Worth, amount: bigint): bigint {
  return proportion(normalizedAmount, smaller(amount, whole), whole)
}

/** Full amount that a follow-up is part of, and the shares of the other parts. */
interface Division {
  readonly whole: Worth
  readonly taken: Worth
}

/** Follow-ups with a share of their original's worth. */
type Part = FollowUpType | 'AUTHORIZATION_EXPIRY' | 'CHARGEBACK'
type Divide = (original: Original, parts: readonly PartSum[]) => Division

/** A void and an expiry get the uncaptured rest. */
const restOf: Divide = (original, parts) => ({ whole: original, taken: sum(parts.filter(isOf('CAPTURE'))) })

/** A refund or chargeback takes a share of the captures; a reversal returns it. */
function takenBack(type: TransactionType, reversal: TransactionType): Divide {
  return (original, parts) => ({
    whole: original.transactionType === 'AUTHORIZE' ? sum(parts.filter(isCaptured)) : original,
    taken: less(sum(parts.filter(isOf(type))), sum(parts.filter(isOf(reversal)))),
  })
}

const PARTS: Readonly<Record<Part, Divide>> = {
  CAPTURE: restOf,
  REFUND: takenBack('REFUND', 'REFUND_REVERSAL'),
  CHARGEBACK: takenBack('CHARGEBACK', 'CHARGEBACK_REVERSAL'),
  VOID: restOf,
  AUTHORIZATION_EXPIRY: restOf,
}

const isOf = (type: TransactionType) => (part: PartSum) => part.transactionType === type
const isCaptured = (part: PartSum) => part.transactionType === 'CAPTURE' && part.status === 'APPROVED'

function sum(parts: readonly Worth[]): Worth {
  return {
    amount: parts.reduce((total, { amount }) => total + amount, 0n),
    normalizedAmount: parts.reduce((total, { normalizedAmount }) => total + normalizedAmount, 0n),
  }
}

function less(one: Worth, other: Worth): Worth {
  return { amount: one.amount - other.amount, normalizedAmount: one.normalizedAmount - other.normalizedAmount }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
