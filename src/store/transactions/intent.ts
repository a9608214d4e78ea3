import type { Agreement } from '#domain/agreement.ts'
import type { Brand } from '#domain/brands.ts'
import type { ReferenceHolder, ReferenceKind } from '#domain/reference.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { TransactionExtras } from './transaction-row.ts'

/** An attempt with a provider account, recorded with the intent and before the provider hears of it. */
export interface NewAttempt {
  readonly attemptId: string
  readonly number: number
  readonly provider: string
  readonly providerAccountId: string
}

/** Card stored with the intent; erased unless the transaction is approved. */
export interface NewStoredCard {
  readonly token: string
  readonly customerId: string | null
  readonly masked: string
  readonly brand: Brand | null
  readonly hash: string
  readonly dataKeyId: string
  readonly sealedCard: Uint8Array
  /** First day of the month in which it expires, as in `2030-03-01`. */
  readonly expiresIn: string
}

export interface SpentWalletMessage {
  readonly messageId: string
  readonly expiresAt: Date
}

/** A pending transaction about to be recorded, and the configuration version it was decided on. */
export interface Intent extends TransactionExtras {
  readonly version: bigint
  readonly transaction: Transaction
  readonly attempt: NewAttempt
  readonly referenceKind: ReferenceKind
  readonly storedCard: NewStoredCard | null
  readonly newAgreement?: Agreement | null
  readonly walletMessage: SpentWalletMessage | null
  /** Of a link's payment: keyed digest of the subscriber that pays; null without an address. */
  readonly subscriber?: string | null
}

/**
 * Outcome: recorded, outdated snapshot, reference taken, wallet message used, session with a live payment or closed, or
 * too many declines of a link's subscriber.
 */
export type IntentAnswer =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'reference-taken'; readonly holder: ReferenceHolder }
  | { readonly kind: 'wallet-message-spent' }
  | { readonly kind: 'session-busy' }
  | { readonly kind: 'session-over' }
  | { readonly kind: 'too-many-declines' }
