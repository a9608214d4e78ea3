import type { Money } from '#domain/money.ts'
import type { ProviderAnswer } from './provider.ts'

/** Where a booked charge stands. BARRED is a reversal that came before its charge, which can then never happen. */
export type ChargeState = 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED'

/** What a simulator has said about a charge, and what it will say later. */
export interface BookedAnswer {
  readonly given: ProviderAnswer
  /** How a waiting charge ends by itself, seconds after it was booked; null where it waits for ever. */
  readonly final: { readonly afterSeconds: number; readonly state: ChargeState; readonly given: ProviderAnswer } | null
  /** Inquiries do not find it, as with a bank whose inquiry service lags behind its books. */
  readonly concealed: boolean
}

/** A line of the book as it is found there. */
export interface BookedCharge {
  readonly state: ChargeState
  readonly answer: BookedAnswer
}

/** A line to be written. */
export interface BookEntry extends BookedCharge {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly transactionId: string
  readonly reference: string
  /** What was asked for: the transaction type. */
  readonly operation: string
  readonly money: Money
}

/** A charge to be taken back, and what is said about it from then on. */
interface BookReversal {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly answer: BookedAnswer
}

/**
 * A simulator's own book, filled by the hall from `store`. It is committed apart from the gateway's tables, so that it
 * can disagree with us as a bank can.
 */
export interface ChargeBook {
  /** Writes a line once per `attemptId` and commits it; whatever stands there first is what everybody gets. */
  record(entry: BookEntry): Promise<BookedCharge>
  /** Looks a charge up; one whose `final` time has come is moved there first, on the database's clock. */
  find(merchantId: string, attemptId: string): Promise<BookedCharge | undefined>
  /** Takes a live charge back, or bars one that has not come yet. A refused or reversed one stays as it is. */
  reverse(reversal: BookReversal): Promise<void>
}
