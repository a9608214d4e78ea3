import type { Parent } from '#domain/follow-up.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import type { NewAttempt } from '#store/transactions/intent.ts'
import type { Gateway } from '../gateway.ts'

/** A follow-up's one attempt, with the account that approved its parent. */
export interface FollowUpAttempt extends NewAttempt {
  readonly account: ProviderAccount
  /** The parent's try that was approved. */
  readonly parentAttemptId: string
}

export async function attemptOf(gateway: Gateway, { transaction }: Parent): Promise<FollowUpAttempt> {
  const { merchantId, id } = transaction
  const approved = await findLatestAttempt(gateway.sql, merchantId, id)
  const account = approved && (await findProviderAccount(gateway.sql, merchantId, approved.providerAccountId))
  if (!account) throw new Error(`The provider account of ${id} is gone.`)
  const { provider, providerAccountId } = account
  return {
    attemptId: newId('att'),
    number: 1,
    provider,
    providerAccountId,
    account,
    parentAttemptId: approved.attemptId,
  }
}
