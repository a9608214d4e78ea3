import type { CallOptions, Connection } from './connection.ts'
import type { Listing } from './listing.ts'
import type { Dispute, DisputeFilters } from './schema.ts'

const PATH = '/api/disputes'

/** Payments that shoppers dispute. */
export class Disputes {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(filters: DisputeFilters = {}): Listing<Dispute> {
    return this.#connection.list(PATH, filters)
  }

  show(id: string): Promise<Dispute> {
    return this.#connection.call('GET', pathOf(id))
  }

  /** Accepts a dispute permanently. Repeatable. Without the permission to read it, the response has only `id` and `status`. */
  accept(id: string, options?: CallOptions): Promise<Dispute> {
    return this.#connection.call('POST', `${pathOf(id)}/accept`, { body: {}, options })
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
