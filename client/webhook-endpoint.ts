import type { CallOptions } from './connection.ts'
import type { EventRecord } from './event.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  Page,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './schema.ts'

const PATH = '/api/webhook-endpoints'

/** Endpoints that receive events. */
export class WebhookEndpoints extends Resource {
  list(page: Page = {}): Listing<WebhookEndpoint> {
    return this.connection.list(PATH, page)
  }

  show(id: string): Promise<WebhookEndpoint> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  create(endpoint: CreateWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.connection.call('POST', PATH, { body: endpoint, options })
  }

  update(id: string, changes: ChangeWebhookEndpointRequest): Promise<WebhookEndpoint> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: changes })
  }

  delete(id: string): Promise<void> {
    return this.connection.call('DELETE', pathTo(PATH, id))
  }

  /** Answers a new secret; both sign for 24 hours. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.connection.call('POST', `${pathTo(PATH, id)}/rotate-secret`, { options })
  }

  /** Sends the endpoint an `endpoint.test`; `events.deliveries` shows the result. */
  test(id: string, options?: CallOptions): Promise<EventRecord> {
    return this.connection.call('POST', `${pathTo(PATH, id)}/test`, { options })
  }
}
