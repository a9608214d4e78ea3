/** What may be asked of a terminal. */
export const ORIGINAL_TYPES = ['AUTHORIZE', 'PURCHASE', 'PAYMENT', 'PAYOUT'] as const

export type OriginalType = (typeof ORIGINAL_TYPES)[number]

/** What may be done with an approved original (docs/reference/follow-ups.md#what-may-be-done). */
export const FOLLOW_UP_TYPES = ['CAPTURE', 'REFUND', 'VOID'] as const

export type FollowUpType = (typeof FOLLOW_UP_TYPES)[number]

/**
 * What a provider does by itself: money that had gone out comes back
 * (docs/reference/follow-ups.md#money-that-comes-back).
 */
export const REVERSAL_TYPES = ['REFUND_REVERSAL', 'PAYOUT_REVERSAL'] as const

export type ReversalType = (typeof REVERSAL_TYPES)[number]

/** What is left of an authorization is released (docs/reference/follow-ups.md#authorization-expiry). */
export type ExpiryType = 'AUTHORIZATION_EXPIRY'

/** All types, in the order in which lists of them are shown. */
export const TRANSACTION_TYPES = [
  ...ORIGINAL_TYPES,
  ...FOLLOW_UP_TYPES,
  ...REVERSAL_TYPES,
  'AUTHORIZATION_EXPIRY',
] as const satisfies readonly TransactionType[]

/**
 * Every type of transaction. What differs by type is a table over all of them (`Record<TransactionType, …>`), so a new
 * type does not compile before each table says what it means there.
 */
export type TransactionType = OriginalType | FollowUpType | ReversalType | ExpiryType

/** Whether it was asked of a terminal. Whatever is not comes after one that was. */
export function isOriginal(type: TransactionType): type is OriginalType {
  return ORIGINAL_TYPES.some((original) => original === type)
}

/** @throws Error for a type that no terminal is asked for */
export function originalType({ id, transactionType }: { id: string; transactionType: TransactionType }): OriginalType {
  if (!isOriginal(transactionType)) throw new Error(`Transaction ${id} is a ${transactionType}, which nobody charges.`)
  return transactionType
}
