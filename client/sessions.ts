import type { CallOptions } from './connection.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { Session, SessionChanges, SessionFilters, SessionRequest } from './schema.ts'

export type SessionStatus = Session['status']

const PATH = '/api/sessions'

/** Orders that are paid in the shopper's browser: on the hosted page, or in the embedded fields. */
export class Sessions extends Resource {
  create(session: SessionRequest, options?: CallOptions): Promise<Session> {
    return this.connection.call('POST', PATH, { body: session, options })
  }

  list(filters: SessionFilters = {}): Listing<Session> {
    return this.connection.list(PATH, filters)
  }

  show(id: string): Promise<Session> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Changes an open session for the payments that begin afterwards. */
  update(id: string, changes: SessionChanges): Promise<Session> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: changes })
  }

  /** Closes an open session, with a payment that waits for the shopper. Repeatable; a 422 on `status` if it is paid. */
  cancel(id: string, options?: CallOptions): Promise<Session> {
    return this.connection.call('POST', `${pathTo(PATH, id)}/cancel`, { options })
  }
}
