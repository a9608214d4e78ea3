import type { ApiClient } from './clients.ts'

/** What all payloads of sessions hold. Amounts are minor units. */
interface SessionPayload {
  /** Session id. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** A stored card. */
interface CardPayload {
  readonly token: string
  readonly merchant_id: string
  readonly customer_id: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
}

/** A refund or payout that came back; its own status stays. */
interface SentBackPayload {
  /** Transaction id of what was approved before. */
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly parent_id: string | null
  /** Transaction id of the record that tells it. */
  readonly reversal_id: string
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly response_message: string | null
}

/** The payloads of the types that an endpoint has to ask for. */
interface FurtherPayloads {
  readonly 'session.completed': SessionPayload & { readonly status: 'APPROVED'; readonly transaction_id: string }
  readonly 'session.expired': SessionPayload & {
    readonly status: 'SESSION_EXPIRED'
    readonly transaction_id: string | null
  }
  readonly 'payment_method.kept': CardPayload & { readonly transaction_id: string }
  readonly 'payment_method.removed': CardPayload
  readonly 'refund.failed': SentBackPayload
  readonly 'payout.failed': SentBackPayload
  readonly 'settlement_day.closed': {
    readonly merchant_id: string
    /** In UTC, as in `2026-01-31`. */
    readonly day: string
    readonly currencies: readonly {
      readonly currency: string
      readonly gross: bigint
      readonly fee: bigint
      readonly net: bigint
    }[]
  }
  readonly 'webhook_endpoint.failing': {
    readonly merchant_id: string
    readonly webhook_endpoint_id: string
    readonly origin: string
    readonly failing_since: string
    readonly response_status: number | null
    readonly failure: string | null
  }
  readonly 'client.secret_expiring': ApiClient & { readonly merchant_id: string }
}

/** An event that an endpoint has to ask for; the same `id` may arrive more than once. */
export type FurtherEvent = {
  readonly [Type in keyof FurtherPayloads]: {
    readonly id: string
    readonly event: Type
    readonly payload: FurtherPayloads[Type]
  }
}[keyof FurtherPayloads]
