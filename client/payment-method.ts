import type { AuthorizeRequest } from './schema.ts'

/** Every `payment_method` that authorize takes. The redirects are for `PURCHASE` only. */
export type RequestedPaymentMethod = AuthorizeRequest['payment_method']

/**
 * The wallet's token as the gateway wants it.
 * @param token `paymentData.paymentMethodData.tokenizationData.token`, untouched
 */
export function encodeWalletToken(token: string): string {
  return Buffer.from(token).toString('base64')
}
