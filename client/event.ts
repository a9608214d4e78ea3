import type { CallOptions, Connection } from './connection.ts'
import type { FurtherEvent } from './further-event.ts'
import type { Listing } from './listing.ts'
import type { Page } from './requests.ts'
import type { Status } from './transaction.ts'

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
  readonly follow_up_reference?: string | null
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
  /** Of a follow-up: the metadata of its original. */
  readonly parent_metadata?: Readonly<Record<string, unknown>> | null
}

/** A webhook: `id` is its `webhook-id`, the same on every attempt. */
export interface ProcessedEvent {
  readonly id: string
  readonly event: 'transaction.processed'
  readonly payload: EventPayload
}

/** What a test of a webhook endpoint sends: nothing to act upon. */
export interface EndpointTest {
  readonly id: string
  readonly event: 'endpoint.test'
  readonly payload: {
    readonly merchant_id: string
    readonly webhook_endpoint_id: string
    readonly created_at: string
  }
}

/** The types an endpoint can ask for. */
export type EventType = 'transaction.processed' | FurtherEvent['event']

/** Whatever a webhook endpoint is sent. Without a choice of `event_types` it is the first one, and tests. */
export type WebhookEvent = ProcessedEvent | FurtherEvent | EndpointTest

/** An event with what became of its deliveries. */
export type EventRecord = WebhookEvent & {
  /** Null for a test. */
  readonly transaction_id: string | null
  readonly created_at: string
  readonly deliveries: readonly {
    readonly webhook_endpoint_id: string
    readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
    readonly attempts: number
    readonly response_status: number | null
    readonly next_attempt_at: string | null
  }[]
}

/** A delivery with each try of the last 30 days, the latest first. */
export type TriedDelivery = EventRecord['deliveries'][number] & {
  readonly tries: readonly {
    /** 1 is the first. */
    readonly attempt: number
    readonly tried_at: string
    readonly duration_ms: number
    /** Null where no answer came; `failure` says why. */
    readonly response_status: number | null
    /** The first kB of its body. */
    readonly answer: string | null
    readonly failure: string | null
  }[]
}

/** Which failed deliveries; the times are those of their events. */
export type FailedDeliveries = Pick<EventFilters, 'webhook_endpoint_id' | 'created_from' | 'created_to'>

/** Filters of `GET /api/events`; the status is a delivery's. */
export interface EventFilters extends Page {
  /** A type, or `all`; without it and without an endpoint `transaction.processed` and tests. */
  readonly event?: EventType | 'all'
  readonly transaction_id?: string
  readonly status?: 'PENDING' | 'DELIVERED' | 'FAILED'
  readonly webhook_endpoint_id?: string
  readonly created_from?: string
  readonly created_to?: string
}

const PATH = '/api/events'

/** The events that your webhook endpoints were sent. */
export class Events {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(filters: EventFilters = {}): Listing<EventRecord> {
    return this.#connection.list(PATH, filters)
  }

  show(id: string): Promise<EventRecord> {
    return this.#connection.call('GET', `${PATH}/${encodeURIComponent(id)}`)
  }

  /** What became of an event at each endpoint, try by try. */
  deliveries(id: string): Promise<{ readonly items: readonly TriedDelivery[] }> {
    return this.#connection.call('GET', `${PATH}/${encodeURIComponent(id)}/deliveries`)
  }

  /** Sends again what failed at endpoints that are active now, at most 1,000 deliveries, the newest first. */
  redeliverFailed(failed: FailedDeliveries = {}, options?: CallOptions): Promise<{ readonly redelivered: number }> {
    return this.#connection.call('POST', `${PATH}/redeliver-failed`, { body: failed, options })
  }

  /** Delivers an event once more, also to endpoints created since. */
  redeliver(id: string, options?: CallOptions): Promise<EventRecord> {
    return this.#connection.call('POST', `${PATH}/${encodeURIComponent(id)}/redeliver`, { options })
  }
}
