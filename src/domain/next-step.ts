import type { Transaction } from './transaction.ts'

/** A 3-D Secure step the shopper's browser has to take (docs/reference/objects.md#action). */
export interface ThreeDsAction {
  readonly sessionId: string
  readonly type: string
  /** Standard Base64 of the decoded token (docs/reference/objects.md#decoded-token). */
  readonly token: string
  readonly paymentData: string
}

/** What the caller does next: exactly one of the envelope's four fields. */
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
