import type { CallOptions } from './connection.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { Dispute, DisputeFilters } from './schema.ts'

const PATH = '/api/disputes'

/** Payments that shoppers dispute. */
export class Disputes extends Resource {
  list(filters: DisputeFilters = {}): Listing<Dispute> {
    return this.connection.list(PATH, filters)
  }

  show(id: string): Promise<Dispute> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Accepts a dispute permanently. Repeatable. Without the permission to read it, the response has only `id` and `status`. */
  accept(id: string, options?: CallOptions): Promise<Dispute> {
    return this.connection.call('POST', `${pathTo(PATH, id)}/accept`, { body: {}, options })
  }
}
