import type { FinalTransStatus } from '#domain/authentication.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { findById } from './receive-challenge.ts'
import { shopOf } from './shop-of.ts'

/** How a challenge ended, and who may be told of it by window message. */
export interface ChallengeResult {
  readonly transStatus: FinalTransStatus
  /** Exact origins that may hear it; none listed means everybody. */
  readonly targetOrigins: readonly string[]
}

/** @throws RequestError 404 */
export async function describeReturn(gateway: Gateway, threeDsServerTransId: string): Promise<ChallengeResult> {
  const authentication = await findById(gateway, threeDsServerTransId)
  const transaction = await findTransaction(gateway.sql, authentication.merchantId, authentication.transactionId)
  if (!transaction) throw new Error(`Transaction ${authentication.transactionId} is gone.`)
  const { origins } = await shopOf(gateway, transaction)
  return { transStatus: authentication.reportedStatus ?? 'U', targetOrigins: origins }
}
