import type { Gateway } from '../gateway.ts'

/**
 * The page a shopper pays on.
 * @param locale a language tag; without one the browser's language decides
 * @param origin of the page that leads there, whose policy may allow no other
 */
export function hostedPageUrl(
  { settings }: Gateway,
  sessionId: string,
  locale?: string,
  origin = settings.baseUrl,
): string {
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`
  return `${origin}/hosted-payment-page/${sessionId}${query}`
}

/** The full page on which a payment goes on: to the bank, to the provider, or back to the shop. */
export function paymentUrl({ settings }: Gateway, sessionId: string, transactionId: string): string {
  return `${settings.baseUrl}/hosted-payment-page/${sessionId}/tries/${transactionId}`
}
