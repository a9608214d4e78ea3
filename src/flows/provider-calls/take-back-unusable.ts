import type { ProviderAccount } from '#domain/merchant.ts'
import { reverseUndecided } from '#store/transactions/attempts.ts'
import type { Gateway } from '../gateway.ts'

/**
 * Has an attempt taken back whose answer cannot be used: an approval of something else, or a step that no shopper may
 * take. Its payment waits, and ends once the provider has confirmed that.
 */
export async function takeBackUnusable(
  { sql, log }: Gateway,
  asked: { readonly account: ProviderAccount; readonly merchantId: string; readonly attemptId: string },
  reason: string,
): Promise<void> {
  const { account, merchantId, attemptId } = asked
  const isNew = await reverseUndecided(sql, merchantId, attemptId)
  const { provider, providerAccountId } = account
  if (isNew) log.warn({ provider, providerAccountId, attemptId, reason }, 'an answer that cannot be used is taken back')
}
