import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

export function providerReturnUrl(
  gateway: Gateway,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
): string {
  return `${gateway.settings.baseUrl}/returns/${merchantId}/${id}`
}

/** URL for a provider's notices: signed for an account with credentials. */
export function noticeUrl(gateway: Gateway, { provider, providerAccountId, credentials }: ProviderAccount): string {
  const address = `${gateway.settings.baseUrl}/provider-notices/${provider}`
  return Object.keys(credentials).length === 0 ? address : `${address}/${providerAccountId}`
}
