import type { Gateway } from '../gateway.ts'

/** Where the method page reports that the device was fingerprinted. */
export function methodNotificationUrl(gateway: Gateway, threeDsServerTransId: string): string {
  return `${gateway.settings.baseUrl}/three-ds/${threeDsServerTransId}/method-notification`
}

/** Where the access control server posts the challenge response on the direct API (specification, 3DS endpoints). */
export function challengeNotificationUrl(gateway: Gateway, threeDsServerTransId: string): string {
  return `${gateway.settings.baseUrl}/three-ds/${threeDsServerTransId}/challenge-notification-url`
}
