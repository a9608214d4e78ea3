import type { Money } from './money.ts'

/** Types of rows in a settlement file (docs/operate/settlement-files.md#rows). */
export const SETTLEMENT_ROW_TYPES = [
  'CAPTURE',
  'PURCHASE',
  'PAYMENT',
  'REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSAL',
  'PAYOUT',
  'FEE',
  'PAID_OUT',
] as const
export type SettlementRowType = (typeof SETTLEMENT_ROW_TYPES)[number]

/** A row of a provider's settlement file. Amounts are minor units, signed as they move the balance at the provider. */
export interface SettlementRow {
  /** Line of the file, or place in the list, from 1. */
  readonly line: number
  readonly batch: string
  readonly type: SettlementRowType
  /** The record's ID or our reference, as the provider repeats it. */
  readonly reference: string | undefined
  /** The provider's own ID of the charge, refund or payout. */
  readonly providerReference: string | undefined
  /** Amount before fees in the currency of the record, which is compared with ours; of a `FEE` 0. */
  readonly amount: Money
  /** Currency of the batch, which the next three are in. */
  readonly currency: string
  readonly gross: bigint
  /** Positive where the provider keeps it. */
  readonly fee: bigint
  /** `gross` − `fee`. */
  readonly net: bigint
  readonly settledAt: Date
}

/** A row that cannot be read, and why. It counts in no sum. */
export interface UnreadableRow {
  readonly line: number
  readonly unreadable: string
}

/**
 * Reads the rows of a file as it streams.
 * @throws SettlementFileError if the whole file is refused: wrong header, wrong count, not the format
 */
export type SettlementReader = (file: AsyncIterable<Uint8Array>) => AsyncIterable<SettlementRow | UnreadableRow>

/** A settlement file that is refused whole. The message says what to do and is safe to print. */
export class SettlementFileError extends Error {
  override name = 'SettlementFileError'
}
