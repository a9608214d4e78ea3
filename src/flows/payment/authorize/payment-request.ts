import type { RequestedAgreement } from '#domain/agreement.ts'
import type { Beneficiary } from '#domain/beneficiary.ts'
import type { KeptBrowserInfo, KeptCustomer } from '#domain/customer.ts'
import type { PaymentTerms } from '#domain/eligibility.ts'
import type { Payer, TokenSource } from '#domain/instrument.ts'
import type { KeptJson, KeptText } from '#domain/kept-text.ts'
import type { ReferenceKind } from '#domain/reference.ts'
import type { Secret } from '#domain/secret.ts'
import type { Session } from '#domain/session.ts'
import type { ThreeDsWishes } from '#domain/three-ds-wishes.ts'
import type { ShopperPage } from '#domain/transaction.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import type { EncryptedCard, EncryptedNetworkToken, EnteredCard } from '#vault/vault.ts'

/** Payment method or beneficiary. `type` is its name in records, `name` that in requests, terminals and providers. */
export type RequestedMethod =
  | { readonly kind: 'card'; readonly type: 'card'; readonly card: EncryptedCard }
  | { readonly kind: 'typed-card'; readonly type: 'card'; readonly card: EnteredCard }
  | {
      readonly kind: 'saved-card'
      readonly type: 'saved_card'
      readonly paymentMethodId: string
      readonly encryptedCvv: string | null
      /** Entered on our own page. */
      readonly typedCvv?: Secret<string> | null
    }
  | {
      readonly kind: 'network-token'
      readonly type: 'network-token'
      readonly token: EncryptedNetworkToken
      readonly eci: string | null
      readonly source: TokenSource
    }
  | { readonly kind: 'agreement'; readonly type: 'agreement'; readonly agreementId: string }
  | { readonly kind: 'wallet-token'; readonly type: 'walleta-pay'; readonly token: string }
  | { readonly kind: 'redirect'; readonly type: string; readonly name: string; readonly payer: Payer | null }
  | {
      readonly kind: 'bank-account'
      readonly type: string
      readonly name: 'PAYOUT'
      readonly beneficiary: Beneficiary
    }

export function nameOf(method: RequestedMethod): string {
  return 'name' in method ? method.name : method.type
}

/** Payment request, checked only against its schema. */
export interface PaymentRequest {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
  readonly referenceKind: ReferenceKind
  readonly description: KeptText | null
  readonly currency: string
  readonly amount: bigint
  readonly transactionType: OriginalType
  readonly paymentMethod: RequestedMethod
  readonly saveCard: boolean
  readonly customer: KeptCustomer
  readonly customerIp: string | null
  readonly browserInfo: KeptBrowserInfo | null
  readonly metadata: KeptJson | null
  readonly returnUrl: string | null
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
  /** Merchant's URL for the challenge response; null for the gateway's. */
  readonly notificationUrl: string | null
  /** Capture deadline of an authorization; null for its provider's. */
  readonly captureBy: Date | null
  /** Days after which a declined charge by agreement is asked for again. */
  readonly recoverAfterDays?: readonly number[] | null
  readonly threeDs?: ThreeDsWishes | null
  /** Agreement that the shopper makes, or moves to the card of this payment. */
  readonly agreement?: RequestedAgreement | null
  /** Session of this payment: it has the reference, and the stored cards that may be used. */
  readonly session?: Pick<Session, 'sessionId' | 'paymentLinkId' | 'paymentMethodIds'>
  readonly shopperPage?: ShopperPage
}

export function termsOf(request: PaymentRequest): PaymentTerms {
  const { transactionType, paymentMethod, amount, currency } = request
  return { transactionType, paymentMethod: nameOf(paymentMethod), amount, currency }
}
