import type { EncryptedCard } from './card.ts'
import type { EncryptedNetworkToken } from './network-token.ts'
import type { VoucherCode } from './vouchers.ts'

/** Every `payment_method` that authorize takes. The redirects are for `PURCHASE` only. */
export type RequestedPaymentMethod =
  /** `data` is what `encryptCard` gives. */
  | { readonly type: 'card'; readonly data: EncryptedCard }
  | { readonly type: 'saved_card'; readonly data: SavedCard }
  /** `data` is what `encryptNetworkToken` gives. */
  | { readonly type: 'network-token'; readonly data: EncryptedNetworkToken }
  | { readonly type: 'walleta-pay'; readonly data: WalletToken }
  | { readonly type: 'walleta-pay-redirect' | 'walletb-pay-redirect'; readonly data: Readonly<Record<string, never>> }
  | { readonly type: `voucher-redirect-${VoucherCode}`; readonly data: Payer }

interface SavedCard {
  /** `payment_method.token` of the payment that saved it. */
  readonly payment_method_id: string
  /** Result of `encryptCvv`; needed only if the provider requires it. */
  readonly encrypted_cvv?: string
}

interface WalletToken {
  /** The wallet's token, a JSON string, in Base64 as a whole: `encodeWalletToken` makes it. */
  readonly walleta_pay_token: string
}

interface Payer {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/**
 * The wallet's token as the gateway wants it.
 * @param token `paymentData.paymentMethodData.tokenizationData.token`, untouched
 */
export function encodeWalletToken(token: string): string {
  return Buffer.from(token).toString('base64')
}
