import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { Page, Terminal } from './schema.ts'

const PATH = '/api/terminals'

/** Terminals, through which you take payments. */
export class Terminals extends Resource {
  list(page: Page = {}): Listing<Terminal> {
    return this.connection.list(PATH, page)
  }

  show(id: string): Promise<Terminal> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Says where the card fields may be shown: exact origins such as `https://shop.example`. */
  changeOrigins(id: string, origins: readonly string[] | null): Promise<Terminal> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: { allowed_origins: origins } })
  }
}
