import type { BrowserInfo, Customer } from '#domain/customer.ts'
import type { Payer, TokenSource } from '#domain/instrument.ts'
import type { EncryptedCard, EncryptedNetworkToken } from '#vault/vault.ts'

/** What the merchant wants to be paid with; `type` is the request's own word for it. */
export type RequestedMethod =
  | { readonly kind: 'card'; readonly type: 'card'; readonly card: EncryptedCard }
  | {
      readonly kind: 'saved-card'
      readonly type: 'saved_card'
      readonly paymentMethodId: string
      readonly encryptedCvv: string | null
    }
  | {
      readonly kind: 'network-token'
      readonly type: 'network-token'
      readonly token: EncryptedNetworkToken
      readonly eci: string | null
      readonly source: TokenSource
    }
  | { readonly kind: 'wallet-token'; readonly type: 'walleta-pay'; readonly token: string }
  | { readonly kind: 'redirect'; readonly type: string; readonly payer: Payer | null }

/** An authorization as the merchant asked for it, checked against the contract but nothing else yet. */
export interface Order {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
  readonly description: string | null
  readonly currency: string
  readonly amount: bigint
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  readonly paymentMethod: RequestedMethod
  readonly saveCard: boolean
  readonly customer: Customer
  readonly customerIp: string | null
  readonly browserInfo: BrowserInfo | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly returnUrl: string | null
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
  /** The merchant's own address for the challenge response, if it overrides ours. */
  readonly notificationUrl: string | null
}
