import type { Agreement } from '#domain/agreement.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { TransactionExtras } from '#store/transactions/transaction-row.ts'

/** An attempt in progress: the recorded transaction, the account to ask, and in the clear what to charge. */
export interface ActiveAttempt extends TransactionExtras {
  readonly transaction: Transaction
  readonly attemptId: string
  /** 1; 2 once this account's issuer asked for an authentication. */
  readonly round: number
  readonly account: ProviderAccount
  readonly instrument: Instrument
  /** The agreement that the payment makes, moves or charges. */
  readonly agreement: Agreement | null
  readonly merchantName: string
}
