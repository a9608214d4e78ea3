import type { ShopperPage } from '#domain/transaction.ts'
import type { Gateway } from '../../gateway.ts'

export function methodNotificationUrl(gateway: Gateway, threeDsServerTransId: string): string {
  return `${gateway.settings.baseUrl}/three-ds/${threeDsServerTransId}/method-notification`
}

/** URL of challenge responses (docs/reference/three-ds.md#on-a-full-page). @param page on our side; none on the direct API */
export function challengeNotificationUrl(
  gateway: Gateway,
  threeDsServerTransId: string,
  page: ShopperPage | null | undefined,
): string {
  const place = page ? `${threeDsServerTransId}/${page.name}` : threeDsServerTransId
  return `${gateway.settings.baseUrl}/three-ds/${place}/challenge-notification-url`
}
