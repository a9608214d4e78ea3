import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

/** Where a provider's page sends the browser once the shopper is done there. */
export function providerReturnUrl(
  gateway: Gateway,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
): string {
  return `${gateway.settings.baseUrl}/returns/${merchantId}/${id}`
}

/** Where a provider reports what became of a charge: signed for an account with credentials. */
export function noticeUrl(gateway: Gateway, { provider, providerAccountId, credentials }: ProviderAccount): string {
  const address = `${gateway.settings.baseUrl}/provider-notices/${provider}`
  return Object.keys(credentials).length === 0 ? address : `${address}/${providerAccountId}`
}
