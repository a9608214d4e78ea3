import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { ApiClient, ApiClientChanges, ApiClientRequest, IssuedApiClient, Page } from './schema.ts'

const PATH = '/api/clients'

/** Limited access for your servers and scripts. */
export class ApiClients extends Resource {
  list(page: Page = {}): Listing<ApiClient> {
    return this.connection.list(PATH, page)
  }

  /** Store `client_secret`: it is not shown again. */
  create(client: ApiClientRequest): Promise<IssuedApiClient> {
    return this.connection.call('POST', PATH, { body: client })
  }

  show(id: string): Promise<ApiClient> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Applies to every call that begins after it; `status` `DISABLED` ends access tokens too. */
  update(id: string, changes: ApiClientChanges): Promise<ApiClient> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: changes })
  }

  /** @param overlapSeconds how long the previous secret works too; a day by default */
  rotateSecret(id: string, overlapSeconds?: number): Promise<IssuedApiClient> {
    const body = overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds }
    return this.connection.call('POST', `${pathTo(PATH, id)}/rotate-secret`, { body })
  }
}
