import { notFound } from '#domain/problem.ts'
import { isFinal } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { latestAttemptOf, reconcile } from '../provider-calls/inquire.ts'

/**
 * The browser is back from a provider's page. What it says is not believed, so the provider is asked. The page may be
 * loaded any number of times, before the notice and after it.
 * @returns the transaction as it stands now
 * @throws RequestError 404
 */
export async function receiveReturn(gateway: Gateway, merchantId: string, id: string): Promise<Transaction> {
  const transaction = await findTransaction(gateway.sql, merchantId, id)
  if (!transaction) throw notFound('transaction')
  if (isFinal(transaction.status) || transaction.awaiting === 'authentication') return transaction
  const { step } = await reconcile(gateway, transaction, await latestAttemptOf(gateway, transaction))
  return step?.transaction ?? transaction
}
