import type { CallOptions, Connection } from './connection.ts'
import type { Session, SessionRequest } from './schema.ts'

const PATH = '/api/sessions'

/** Orders that are paid in the shopper's browser: on the hosted page, or in the embedded fields. */
export class Sessions {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  create(session: SessionRequest, options?: CallOptions): Promise<Session> {
    return this.#connection.call('POST', PATH, { body: session, options })
  }

  show(id: string): Promise<Session> {
    return this.#connection.call('GET', `${PATH}/${encodeURIComponent(id)}`)
  }
}
