import type { KeptJson } from '#domain/kept-text.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'

/** Follow-up request, checked only against its schema. */
export interface FollowUpRequest {
  readonly merchantId: string
  readonly terminalId: string
  /** That of the original. */
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly type: FollowUpType
  /** Parent transaction; null for the order's original. */
  readonly parentId: string | null
  /** The merchant's own, unique for its parent. */
  readonly followUpReference: string | null
  readonly finalCapture: boolean
  readonly metadata: KeptJson | null
  /** Key and body of a request with an `Idempotency-Key`, which may run again; null without. */
  readonly repeatable: { readonly key: string; readonly body: Uint8Array } | null
}
