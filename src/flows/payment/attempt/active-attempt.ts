import type { Agreement } from '#domain/agreement.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { TransactionExtras } from '#store/transactions/transaction-row.ts'

/** Attempt in progress: the recorded transaction, the account to call, and the instrument in clear text. */
export interface ActiveAttempt extends TransactionExtras {
  readonly transaction: Transaction
  readonly attemptId: string
  /** 1; 2 after this account's issuer required authentication. */
  readonly round: number
  readonly account: ProviderAccount
  readonly instrument: Instrument
  /** Agreement that the payment makes, moves or charges. */
  readonly agreement: Agreement | null
  readonly merchantName: string
}
