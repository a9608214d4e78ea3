import type { Gateway } from '../gateway.ts'

/** @param locale a language tag; by default the browser's @param origin of the linking page, whose policy may allow no other */
export function hostedPageUrl(
  { settings }: Gateway,
  sessionId: string,
  locale?: string,
  origin = settings.baseUrl,
): string {
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`
  return `${origin}/hosted-payment-page/${sessionId}${query}`
}

/** Full page on which a payment continues: to the bank, to the provider, or back to the shop. */
export function paymentUrl({ settings }: Gateway, sessionId: string, transactionId: string): string {
  return `${settings.baseUrl}/hosted-payment-page/${sessionId}/tries/${transactionId}`
}
