import type { Connection } from './connection.ts'
import type { EventFilters } from './requests.ts'
import type { List, Status } from './transaction.ts'

/** Payload of the processed-transaction event. Amounts are minor units. */
export interface EventPayload {
  readonly id: string
  readonly merchant_id: string
  readonly terminal_id: string
  readonly order_id: string
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly transaction_type: string
  readonly processing_code: string
  readonly status: Status
  readonly created_at: string
  readonly updated_at: string
  readonly payment_link_id?: string | null
  readonly description?: string | null
  readonly response_message?: string | null
  readonly approval_code?: string | null
  readonly reference_number?: string | null
  readonly parent_id?: string | null
  readonly transaction_initiated_by?: string | null
  readonly payment_provider_response_code?: string | null
  readonly payment_provider_response_message?: string | null
  readonly customer_id?: string | null
  readonly outgoing_amount?: bigint | null
  readonly outgoing_currency?: string | null
  readonly normalized_amount?: bigint | null
  readonly payment_method_method?: string | null
  readonly payment_method_hash?: string | null
  readonly payment_method_type?: string | null
  readonly payment_method_brand?: string | null
  readonly payment_method_masked?: string | null
  readonly payment_method_token?: string | null
  readonly customer_first_name?: string | null
  readonly customer_last_name?: string | null
  readonly customer_address?: string | null
  readonly customer_city?: string | null
  readonly customer_country?: string | null
  readonly customer_postal_code?: string | null
  readonly customer_email?: string | null
  readonly customer_phone_number?: string | null
  /** The final 3-D Secure letter, null without 3DS. */
  readonly authentication_status?: string | null
  /** 1 frictionless, 2 challenge, null without 3DS. */
  readonly authentication_level?: number | null
  readonly systan?: number | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

/** A webhook: `id` is its `webhook-id`, the same on every attempt. */
export interface ProcessedEvent {
  readonly id: string
  readonly event: 'transaction.processed'
  readonly payload: EventPayload
}

/** An event with what became of its deliveries. */
export interface EventRecord extends ProcessedEvent {
  readonly transaction_id: string
  readonly created_at: string
  readonly deliveries: readonly {
    readonly webhook_endpoint_id: string
    readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
    readonly attempts: number
    readonly response_status: number | null
    readonly next_attempt_at: string | null
  }[]
}

/** The events that your webhook endpoints were sent. */
export class Events {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(filters: EventFilters = {}): Promise<List<EventRecord>> {
    return this.#connection.call('GET', '/api/events', { query: filters })
  }

  show(id: string): Promise<EventRecord> {
    return this.#connection.call('GET', `/api/events/${encodeURIComponent(id)}`)
  }

  /** Delivers an event once more, also to endpoints created since. */
  redeliver(id: string): Promise<EventRecord> {
    return this.#connection.call('POST', `/api/events/${encodeURIComponent(id)}/redeliver`)
  }
}
