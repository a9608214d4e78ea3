import type { Position } from './page.ts'

/** A file is recorded when it is complete, so all of them are `DONE`. */
export const SETTLEMENT_STATUSES = ['PROCESSING', 'DONE', 'FAILED'] as const
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number]

/** docs/operate/settlement-files.md#outcomes */
export const SETTLEMENT_OUTCOMES = ['AGREED', 'DIFFERENT', 'THEIRS_ONLY', 'DUPLICATE', 'REJECTED'] as const
export type SettlementOutcome = (typeof SETTLEMENT_OUTCOMES)[number]

/** Sums of the readable rows of a batch in a currency; may exceed int64. */
export interface SettlementBatch {
  readonly batch: string
  readonly currency: string
  /** Without what was paid out. */
  readonly gross: bigint
  readonly fees: bigint
  readonly net: bigint
  readonly paidOut: bigint | null
  /** True if it pays out its net, and names no record again. */
  readonly balanced: boolean
  readonly acceptedAt: Date | null
}

/** An imported settlement file of a provider account. */
export interface SettlementFile extends Position {
  readonly providerAccountId: string
  /** `generic`, or the provider that defines it. */
  readonly format: string
  readonly rows: number
  readonly agreed: number
  readonly different: number
  readonly theirsOnly: number
  readonly duplicate: number
  readonly rejected: number
  readonly batches: readonly SettlementBatch[]
  readonly revertedAt: Date | null
}

/** A row of an imported file. */
export interface JudgedRow {
  readonly line: number
  readonly outcome: SettlementOutcome
  readonly transactionId: string | null
  /** Of the record, null without one; signed as it moves the balance at the provider. */
  readonly expectedType: string | null
  readonly expectedAmount: bigint | null
  readonly expectedCurrency: string | null
  /** As read, null if it cannot be. */
  readonly type: string | null
  readonly amount: bigint | null
  readonly amountCurrency: string | null
  readonly reason: string | null
  readonly batch: string | null
  readonly reference: string | null
  readonly providerReference: string | null
  readonly settledAt: Date | null
}

/** A record that moved money and that no file names. */
export interface MissingRecord extends Position {
  readonly merchantId: string
  readonly transactionType: string
  readonly amount: bigint
  readonly currency: string
  readonly reference: string
  readonly finishedAt: Date
}
