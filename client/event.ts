import type { CallOptions } from './connection.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type {
  EventDeliveries,
  EventFilters,
  FailedDeliveries,
  ProcessedEvent,
  Redelivered,
  StoredEvent,
  SubscribedEvent,
  TestPayload,
} from './schema.ts'

/** An event that an endpoint has to subscribe to; the same `id` may arrive more than once. */
export type FurtherEvent = Exclude<SubscribedEvent, ProcessedEvent>

/** Event of a webhook endpoint's test: nothing to act upon. */
export interface EndpointTest {
  readonly id: string
  readonly event: 'endpoint.test'
  readonly payload: TestPayload
}

/** Any event for a webhook endpoint. Without a choice of `event_types` it is the processed transaction or a test. */
export type WebhookEvent = SubscribedEvent | EndpointTest

/** An event with its deliveries. */
export type EventRecord = WebhookEvent & Omit<StoredEvent, keyof WebhookEvent>

/** A delivery with each try of the last 30 days, the latest first. */
export type TriedDelivery = EventDeliveries['items'][number]

const PATH = '/api/events'

/** The events that your webhook endpoints were sent. */
export class Events extends Resource {
  list(filters: EventFilters = {}): Listing<EventRecord> {
    return this.connection.list(PATH, filters)
  }

  show(id: string): Promise<EventRecord> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Lists the deliveries of an event by endpoint, with every attempt. */
  deliveries(id: string): Promise<EventDeliveries> {
    return this.connection.call('GET', `${pathTo(PATH, id)}/deliveries`)
  }

  /** Sends again what failed at endpoints that are active now, at most 1,000 deliveries, the newest first. */
  redeliverFailed(failed: FailedDeliveries = {}, options?: CallOptions): Promise<Redelivered> {
    return this.connection.call('POST', `${PATH}/redeliver-failed`, { body: failed, options })
  }

  /** Delivers an event once more, also to endpoints created since. Without the permission to read it, the response has only `id` and `status`. */
  redeliver(id: string, options?: CallOptions): Promise<EventRecord> {
    return this.connection.call('POST', `${pathTo(PATH, id)}/redeliver`, { options })
  }
}
