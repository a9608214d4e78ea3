import type { Transaction } from './transaction.ts'

/** 3-D Secure step in the shopper's browser (docs/reference/objects.md#action). */
export interface ThreeDsAction {
  readonly sessionId: string
  readonly type: string
  /** Standard Base64 of the decoded token (docs/reference/objects.md#decoded-token). */
  readonly token: string
  readonly paymentData: string
  /** The bank's challenge page, used directly by our own pages; the token has a URL of our origin. */
  readonly bankUrl?: string | null
  /** True for a tester's action (`simulate_authentication_required`): we did not issue its token. */
  readonly isMadeUp?: true
}

/** Next step of the caller: exactly one of the envelope's four fields. */
export type NextStep =
  | { readonly kind: 'result'; readonly transaction: Transaction }
  | { readonly kind: 'action'; readonly transaction: Transaction; readonly action: ThreeDsAction }
  | { readonly kind: 'redirect'; readonly transaction: Transaction; readonly url: string }
  | {
      readonly kind: 'form-submit'
      readonly transaction: Transaction
      readonly url: string
      readonly data: Readonly<Record<string, string>>
    }

/** URL that the browser returns to; null if unknown (docs/reference/authorize.md#return-addresses). */
export function returnAddressOf(transaction: Transaction): string | null {
  const { status, returnUrl, errorUrl, cancelUrl } = transaction
  if (status === 'APPROVED' || status === 'PENDING') return returnUrl
  if (status === 'CANCELED') return cancelUrl ?? returnUrl
  return errorUrl ?? returnUrl
}
