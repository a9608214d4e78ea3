import type { ProviderAccount } from '#domain/merchant.ts'
import { reverseUndecided } from '#store/transactions/attempts.ts'
import type { Gateway } from '../gateway.ts'

/** Requests the reversal of a wrong approval or an unsafe step. The payment stays pending until it is confirmed. */
export async function takeBackUnusable(
  { sql, log }: Gateway,
  asked: { readonly account: ProviderAccount; readonly merchantId: string; readonly attemptId: string },
  reason: string,
): Promise<void> {
  const { account, merchantId, attemptId } = asked
  const isNew = await reverseUndecided(sql, merchantId, attemptId)
  const { provider, providerAccountId } = account
  if (isNew) log.warn({ provider, providerAccountId, attemptId, reason }, 'unusable provider response, reversing')
}
