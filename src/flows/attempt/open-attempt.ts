import type { Card } from '#domain/card.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { TransactionExtras } from '#store/transaction-row.ts'

/** A try that is under way: the recorded transaction, the account to ask, and the card in memory. */
export interface OpenAttempt extends TransactionExtras {
  readonly transaction: Transaction
  readonly attemptId: string
  readonly account: ProviderAccount
  readonly card: Card
}
