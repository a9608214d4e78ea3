import type { KeptJson } from '#domain/kept-text.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'

/** A follow-up as the merchant asked for it, checked against its schema but nothing else yet. */
export interface FollowUpRequest {
  readonly merchantId: string
  readonly terminalId: string
  /** That of the original. */
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly type: FollowUpType
  /** The transaction it is asked of; null for the order's original. */
  readonly parentId: string | null
  /** The merchant's own, unique for its parent. */
  readonly followUpReference: string | null
  readonly finalCapture: boolean
  readonly metadata: KeptJson | null
  /** Key and body of a request with an `Idempotency-Key`, which may run again; null without. */
  readonly repeatable: { readonly key: string; readonly body: Uint8Array } | null
}
