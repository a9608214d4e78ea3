import type { CallOptions, Connection } from './connection.ts'
import type { EventRecord, EventType } from './event.ts'
import type { Listing } from './listing.ts'
import type { Page } from './requests.ts'

/** An address that events are sent to. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  /** Null: events of all your terminals. */
  readonly terminal_id: string | null
  readonly status: 'ACTIVE' | 'DISABLED'
  /** Subscribed event types; `transaction.processed` by default. */
  readonly event_types: readonly EventType[]
  readonly created_at: string
}

/** The secret for `verifyWebhook` is answered on creation and rotation only. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  readonly secret: string
}

const PATH = '/api/webhook-endpoints'

/** Webhook endpoints. */
export class WebhookEndpoints {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(page: Page = {}): Listing<WebhookEndpoint> {
    return this.#connection.list(PATH, page)
  }

  show(id: string): Promise<WebhookEndpoint> {
    return this.#connection.call('GET', pathOf(id))
  }

  create(
    endpoint: { readonly url: string; readonly terminal_id?: string; readonly event_types?: readonly EventType[] },
    options?: CallOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.#connection.call('POST', PATH, { body: endpoint, options })
  }

  update(
    id: string,
    changes: Partial<Pick<WebhookEndpoint, 'url' | 'terminal_id' | 'status' | 'event_types'>>,
  ): Promise<WebhookEndpoint> {
    return this.#connection.call('PATCH', pathOf(id), { body: changes })
  }

  delete(id: string): Promise<void> {
    return this.#connection.call('DELETE', pathOf(id))
  }

  /** Answers a new secret; both sign for 24 hours. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.#connection.call('POST', `${pathOf(id)}/rotate-secret`, { options })
  }

  /** Sends the endpoint an `endpoint.test`; `events.deliveries` tells what became of it. */
  test(id: string, options?: CallOptions): Promise<EventRecord> {
    return this.#connection.call('POST', `${pathOf(id)}/test`, { options })
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
