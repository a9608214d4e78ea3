import type { BrowserInfo, Customer } from '#domain/customer.ts'
import type { EncryptedCard } from '#vault/vault.ts'

/** A card authorization as the merchant asked for it, checked against the contract but nothing else yet. */
export interface Order {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
  readonly description: string | null
  readonly currency: string
  readonly amount: bigint
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  readonly paymentMethod: { readonly type: 'card'; readonly card: EncryptedCard }
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
