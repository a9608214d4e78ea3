/** What may be asked of a terminal. */
export const ORIGINAL_TYPES = ['AUTHORIZE', 'PURCHASE', 'PAYMENT', 'PAYOUT'] as const

export type OriginalType = (typeof ORIGINAL_TYPES)[number]

/** What may be done with an approved original (docs/reference/follow-ups.md#what-may-be-done). */
export const FOLLOW_UP_TYPES = ['CAPTURE', 'REFUND', 'VOID'] as const

export type FollowUpType = (typeof FOLLOW_UP_TYPES)[number]

/**
 * Every type of transaction. What differs by type is a table over all of them (`Record<TransactionType, …>`), so a new
 * type does not compile before each table says what it means there.
 */
export type TransactionType = OriginalType | FollowUpType

/** The type alone tells: a follow-up that was refused may have no parent. */
export function isFollowUp(type: TransactionType): type is FollowUpType {
  return FOLLOW_UP_TYPES.some((followUp) => followUp === type)
}
