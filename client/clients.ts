import type { Connection } from './connection.ts'
import type { Listing } from './listing.ts'
import type { Page } from './requests.ts'

/** An API client of yours. A null limit is none. */
export interface ApiClient {
  readonly client_id: string
  /** Null for the client that came with the merchant. */
  readonly name: string | null
  /** For example `payments.create`; null for the client that came with the merchant, which may do everything. */
  readonly permissions: readonly string[] | null
  readonly terminal_ids: readonly string[] | null
  /** Addresses and networks, for example `203.0.113.0/24`. */
  readonly allowed_addresses: readonly string[] | null
  readonly expires_at: string | null
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly created_at: string
  readonly secret_created_at: string
  readonly previous_secret_until: string | null
  readonly last_used_at: string | null
  readonly last_used_address: string | null
}

/** A client with its secret, which no other response contains. */
export type IssuedApiClient = ApiClient & {
  /** Absent if an external identity provider has it. */
  readonly client_secret?: string
}

/** Limits of a new client; those that are absent are yours. */
export interface ApiClientRequest {
  readonly name: string
  readonly permissions: readonly string[]
  readonly terminal_ids?: readonly string[] | null
  readonly allowed_addresses?: readonly string[] | null
  readonly expires_at?: string | null
  /** Its ID at your external identity provider. */
  readonly external_client_id?: string | null
}

/** Changes of a client; what is absent stays, null lifts a limit. */
export type ApiClientChanges = Partial<Omit<ApiClientRequest, 'external_client_id'>> & {
  readonly status?: 'ACTIVE' | 'DISABLED'
}

const PATH = '/api/clients'

/** Limited access for your servers and scripts. */
export class ApiClients {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(page: Page = {}): Listing<ApiClient> {
    return this.#connection.list(PATH, page)
  }

  /** Store `client_secret`: it is not shown again. */
  create(client: ApiClientRequest): Promise<IssuedApiClient> {
    return this.#connection.call('POST', PATH, { body: client })
  }

  show(id: string): Promise<ApiClient> {
    return this.#connection.call('GET', pathOf(id))
  }

  /** Applies to every call that begins after it; `status` `DISABLED` ends access tokens too. */
  update(id: string, changes: ApiClientChanges): Promise<ApiClient> {
    return this.#connection.call('PATCH', pathOf(id), { body: changes })
  }

  /** @param overlapSeconds how long the previous secret works too; a day by default */
  rotateSecret(id: string, overlapSeconds?: number): Promise<IssuedApiClient> {
    const body = overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds }
    return this.#connection.call('POST', `${pathOf(id)}/rotate-secret`, { body })
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
