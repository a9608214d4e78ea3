import { orNotFound } from '#domain/problem.ts'
import { listSimulatorAuthentications as list } from '#store/simulators/authentications.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'

/** Without card data. @throws RequestError `not-found`, also for another merchant's */
export async function listSimulatorAuthentications({ sql }: Gateway, merchantId: string, transactionId: string) {
  orNotFound(await findTransaction(sql, merchantId, transactionId), 'transaction')
  return list(sql, merchantId, transactionId)
}
