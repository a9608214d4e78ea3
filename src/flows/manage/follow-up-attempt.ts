import type { Parent } from '#domain/follow-up.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'
import type { FollowUp, ProviderAnswer } from '#providers/provider.ts'
import type { NewAttempt } from '#store/transactions/intent.ts'
import type { Gateway } from '../gateway.ts'
import { noticeUrl } from '../provider-callbacks/callback-urls.ts'
import { callProvider } from '../provider-calls/call-provider.ts'
import { accountOf, latestAttemptOf } from '../provider-calls/inquire.ts'

/** A follow-up's one attempt, with the account that approved its parent. */
export interface FollowUpAttempt extends NewAttempt {
  readonly account: ProviderAccount
  /** The parent's attempt that was approved. */
  readonly parentAttemptId: string
}

export async function attemptOf(gateway: Gateway, { transaction }: Parent): Promise<FollowUpAttempt> {
  const approved = await latestAttemptOf(gateway, transaction)
  const { provider, providerAccountId, attemptId: parentAttemptId } = approved
  const account = await accountOf(gateway, approved)
  return { attemptId: newId('att'), number: 1, provider, providerAccountId, account, parentAttemptId }
}

/** Asks the provider for a follow-up. */
export async function askFollowUp(
  gateway: Gateway,
  transaction: Transaction,
  operation: FollowUpType,
  { account, attemptId, parentAttemptId }: FollowUpAttempt,
): Promise<ProviderAnswer | 'unknown'> {
  const { id: transactionId, merchantId, reference, amount, currency, metadata } = transaction
  const followUp: FollowUp = {
    attemptId,
    transactionId,
    merchantId,
    reference,
    operation,
    money: { amount, currency },
    parentAttemptId,
    noticeUrl: noticeUrl(gateway, account.provider),
    metadata: metadata ?? {},
  }
  return callProvider(gateway, account, 'followUp', (provider, signal) => provider.followUp(account, followUp, signal))
}
