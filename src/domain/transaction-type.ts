/** Types that a terminal accepts. */
export const ORIGINAL_TYPES = ['AUTHORIZE', 'PURCHASE', 'PAYMENT', 'PAYOUT'] as const

export type OriginalType = (typeof ORIGINAL_TYPES)[number]

/** Follow-ups of an approved original (docs/reference/follow-ups.md#what-may-be-done). */
export const FOLLOW_UP_TYPES = ['CAPTURE', 'REFUND', 'VOID'] as const

export type FollowUpType = (typeof FOLLOW_UP_TYPES)[number]

/**
 * What a provider does by itself: money that had gone out comes back
 * (docs/reference/follow-ups.md#money-that-comes-back).
 */
export const REVERSAL_TYPES = ['REFUND_REVERSAL', 'PAYOUT_REVERSAL'] as const

export type ReversalType = (typeof REVERSAL_TYPES)[number]

/**
 * Every type of transaction. What differs by type is a table over all of them (`Record<TransactionType, …>`), so a new
 * type does not compile before each table says what it means there.
 */
export type TransactionType = OriginalType | FollowUpType | ReversalType

/** True if it was asked of a terminal. Whatever is not comes after one that was. */
export function isOriginal(type: TransactionType): type is OriginalType {
  return ORIGINAL_TYPES.some((original) => original === type)
}

/** @throws Error for a type that no terminal is asked for */
export function originalType({ id, transactionType }: { id: string; transactionType: TransactionType }): OriginalType {
  if (!isOriginal(transactionType)) throw new Error(`Transaction ${id} is a ${transactionType}, which is not charged.`)
  return transactionType
}
