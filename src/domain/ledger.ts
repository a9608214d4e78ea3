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

/** Which figure of a transaction an entry carries: its amount, the hold it ends, or its fee; of a void its parent's. */
type Figure = 'amount' | 'hold' | 'fee'

/** One entry of a journal. It debits one account and credits another by one figure, so it cannot be out of balance. */
export interface Posting {
  readonly debit: Account
  readonly credit: Account
  readonly figure: Figure
}

export const HOLD: Posting = { debit: 'authorization-holds', credit: 'authorization-holds-contra', figure: 'amount' }
export const RELEASE: Posting = { debit: 'authorization-holds-contra', credit: 'authorization-holds', figure: 'hold' }
export const COLLECT: Posting = { debit: 'provider-clearing', credit: 'merchant-payable', figure: 'amount' }
export const PAY_OUT: Posting = { debit: 'merchant-payable', credit: 'provider-clearing', figure: 'amount' }
export const CHARGE_FEE: Posting = { debit: 'merchant-payable', credit: 'fee-income', figure: 'fee' }
export const RETURN_FEE: Posting = { debit: 'fee-income', credit: 'merchant-payable', figure: 'fee' }
