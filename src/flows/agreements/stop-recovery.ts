import { invalid, orNotFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { endRecovery } from './ask-again.ts'

/**
 * Stops the recovery of a charge, so that its last decline is final (docs/reference/agreements.md#recovery).
 * @throws RequestError `not-found`; `invalid` on `status` if no ask is scheduled
 */
export async function stopRecovery(gateway: Gateway, merchantId: string, id: string): Promise<Transaction> {
  const transaction = orNotFound(await findTransaction(gateway.sql, merchantId, id), 'transaction')
  if (transaction.awaiting !== 'recovery') throw notScheduled(transaction)
  const { transaction: ended } = await endRecovery(gateway, transaction)
  if (ended.status !== 'DECLINED') throw notScheduled(ended)
  return ended
}

function notScheduled({ status }: Transaction) {
  return invalid('status', 'No further attempt of this transaction is scheduled.', status)
}
