import type { TransactionType } from './transaction-type.ts'

/** The chart of accounts, kept for each merchant and currency. */
export type Account =
  /** Asset: what a provider account has collected for us and not handed over yet. */
  | 'provider-clearing'
  /** Liability: what we owe the merchant. */
  | 'merchant-payable'
  /** Revenue: what the gateway earns. */
  | 'fee-income'
  /** Memorandum: what issuers hold back on shoppers' cards and nobody has captured. */
  | 'authorization-holds'
  /** Memorandum: the other side of the same. */
  | 'authorization-holds-contra'

/**
 * What a journal is posted for: an approved transaction, a void by what it takes back, or a capture that fails after
 * the hold it would have used was released.
 */
type Occasion = Exclude<TransactionType, 'VOID'> | 'VOID_AUTHORIZE' | 'VOID_PURCHASE' | 'FAILED_CAPTURE'

/** Which figure of a transaction an entry carries: its amount, the hold it ends, or its fee; of a void its parent's. */
type Figure = 'amount' | 'hold' | 'fee'

/** One entry of a journal. It debits one account and credits another by one figure, so it cannot be out of balance. */
export interface Posting {
  readonly debit: Account
  readonly credit: Account
  readonly figure: Figure
}

const HOLD: Posting = { debit: 'authorization-holds', credit: 'authorization-holds-contra', figure: 'amount' }
const RELEASE: Posting = { debit: 'authorization-holds-contra', credit: 'authorization-holds', figure: 'hold' }
const COLLECT: Posting = { debit: 'provider-clearing', credit: 'merchant-payable', figure: 'amount' }
const PAY_OUT: Posting = { debit: 'merchant-payable', credit: 'provider-clearing', figure: 'amount' }
const CHARGE_FEE: Posting = { debit: 'merchant-payable', credit: 'fee-income', figure: 'fee' }
const RETURN_FEE: Posting = { debit: 'fee-income', credit: 'merchant-payable', figure: 'fee' }

/**
 * What is posted for each, line by line. `store/ledger/journal.ts` fills in the figures, in the commit that makes the
 * status final; entries of 0 are left out.
 */
export const POSTINGS: Readonly<Record<Occasion, readonly Posting[]>> = {
  AUTHORIZE: [HOLD],
  CAPTURE: [RELEASE, COLLECT, CHARGE_FEE],
  FAILED_CAPTURE: [RELEASE],
  PURCHASE: [COLLECT, CHARGE_FEE],
  PAYMENT: [COLLECT, CHARGE_FEE],
  REFUND: [PAY_OUT],
  PAYOUT: [PAY_OUT, CHARGE_FEE],
  REFUND_REVERSAL: [COLLECT],
  PAYOUT_REVERSAL: [COLLECT],
  AUTHORIZATION_EXPIRY: [RELEASE],
  VOID_AUTHORIZE: [RELEASE],
  VOID_PURCHASE: [PAY_OUT, RETURN_FEE],
}
