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

/** Accounts of the gateway itself, per provider account and currency (docs/operate/ledger.md#bank-accounts). */
export type BankAccount =
  /** Asset: paid out by the provider. */
  | 'bank'
  /** Expense: kept by the provider. */
  | 'provider-fees'

/** Account of exported books: its name, and whether each merchant or each of its provider accounts has its own. */
interface BookAccount {
  readonly name: `${'Assets' | 'Liabilities' | 'Income' | 'Expenses' | 'Equity'}:${string}`
  readonly owner: 'merchant' | 'provider-account'
}

export const BOOK_ACCOUNTS: Readonly<Record<Account | BankAccount, BookAccount>> = {
  'provider-clearing': { name: 'Assets:Provider-Clearing', owner: 'provider-account' },
  'merchant-payable': { name: 'Liabilities:Merchant-Payable', owner: 'merchant' },
  'fee-income': { name: 'Income:Fees', owner: 'merchant' },
  'authorization-holds': { name: 'Equity:Authorization-Holds', owner: 'merchant' },
  'authorization-holds-contra': { name: 'Equity:Authorization-Holds-Contra', owner: 'merchant' },
  bank: { name: 'Assets:Bank', owner: 'provider-account' },
  'provider-fees': { name: 'Expenses:Provider-Fees', owner: 'provider-account' },
}

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
