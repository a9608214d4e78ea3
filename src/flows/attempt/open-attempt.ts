import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { TransactionExtras } from '#store/transactions/transaction-row.ts'

/** An attempt that is under way: the recorded transaction, the account to ask, and what to charge, in memory. */
export interface OpenAttempt extends TransactionExtras {
  readonly transaction: Transaction
  readonly attemptId: string
  /** Of authentication: 2 once the issuer asked for one after the first. */
  readonly round: number
  readonly account: ProviderAccount
  readonly instrument: Instrument
  /** As the shopper knows the shop. */
  readonly merchantName: string
}
