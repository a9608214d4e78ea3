/** Chart of accounts, per merchant and currency. */
export type Account =
  /** Asset: collected by a provider account for us and not yet paid out. */
  | 'provider-clearing'
  /** Liability: owed to the merchant. */
  | 'merchant-payable'
  | 'fee-income'
  /** Memorandum: held on shoppers' cards by issuers and not captured. */
  | 'authorization-holds'
  /** Memorandum: contra account of the holds. */
  | 'authorization-holds-contra'

/** Amount of an entry: the transaction's amount, the hold it ends, or its fee; of a void its parent's. */
type Figure = 'amount' | 'hold' | 'fee'

/** Journal entry. It debits one account and credits another by one figure, so it always balances. */
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
