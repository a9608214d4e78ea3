import type { CallOptions, Connection } from './connection.ts'
import type { Page } from './requests.ts'
import type { List } from './transaction.ts'

/** An address that events of processed transactions are sent to. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  /** Null: events of all your terminals. */
  readonly terminal_id: string | null
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly created_at: string
}

/** The secret for `verifyWebhook` is answered on creation and rotation only. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  readonly secret: string
}

const PATH = '/api/webhook-endpoints'

/** Where events are sent. */
export class WebhookEndpoints {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(page: Page = {}): Promise<List<WebhookEndpoint>> {
    return this.#connection.call('GET', PATH, { query: page })
  }

  create(
    endpoint: { readonly url: string; readonly terminal_id?: string },
    options?: CallOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.#connection.call('POST', PATH, { body: endpoint, options })
  }

  update(
    id: string,
    changes: Partial<Pick<WebhookEndpoint, 'url' | 'terminal_id' | 'status'>>,
  ): Promise<WebhookEndpoint> {
    return this.#connection.call('PATCH', `${PATH}/${encodeURIComponent(id)}`, { body: changes })
  }

  delete(id: string): Promise<void> {
    return this.#connection.call('DELETE', `${PATH}/${encodeURIComponent(id)}`)
  }

  /** Answers a new secret; both sign for 24 hours. */
  rotateSecret(id: string): Promise<WebhookEndpointWithSecret> {
    return this.#connection.call('POST', `${PATH}/${encodeURIComponent(id)}/rotate-secret`)
  }
}
