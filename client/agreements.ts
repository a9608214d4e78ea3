import type { CallOptions } from './connection.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { Agreement, ChangeAgreementRequest, ImportAgreementRequest, ListAgreementsQuery } from './schema.ts'

const PATH = '/api/agreements'

/** Permissions to charge a stored card while the shopper is away. */
export class Agreements extends Resource {
  list(filters: ListAgreementsQuery = {}): Listing<Agreement> {
    return this.connection.list(PATH, filters)
  }

  show(id: string): Promise<Agreement> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Imports an agreement that a shopper made elsewhere. */
  import(agreement: ImportAgreementRequest, options?: CallOptions): Promise<Agreement> {
    return this.connection.call('POST', PATH, { body: agreement, options })
  }

  /** Changes the description, or lowers the limit. */
  update(id: string, changes: ChangeAgreementRequest): Promise<Agreement> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: changes })
  }

  /** Cancels an agreement permanently. Repeatable. */
  cancel(id: string): Promise<Agreement> {
    return this.update(id, { status: 'CANCELED' })
  }
}
