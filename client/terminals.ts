import type { Connection } from './connection.ts'
import type { Listing } from './listing.ts'
import type { Page, Terminal } from './schema.ts'

const PATH = '/api/terminals'

/** Terminals, through which you take payments. */
export class Terminals {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(page: Page = {}): Listing<Terminal> {
    return this.#connection.list(PATH, page)
  }

  show(id: string): Promise<Terminal> {
    return this.#connection.call('GET', pathOf(id))
  }

  /** Says where the card fields may be shown: exact origins such as `https://shop.example`. */
  changeOrigins(id: string, origins: readonly string[] | null): Promise<Terminal> {
    return this.#connection.call('PATCH', pathOf(id), { body: { allowed_origins: origins } })
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
