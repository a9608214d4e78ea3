import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

/** Where a provider's page sends the browser once the shopper is done there. */
export function providerReturnUrl(
  gateway: Gateway,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
): string {
  return `${gateway.settings.baseUrl}/returns/${merchantId}/${id}`
}

/** Where a provider reports what became of a charge. */
export function noticeUrl(gateway: Gateway, provider: string): string {
  return `${gateway.settings.baseUrl}/provider-notices/${provider}`
}
