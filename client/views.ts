import type { Connection } from './connection.ts'
import type { CreateViewRequest, SavedView } from './schema.ts'

const PATH = '/api/views'

/** Shared views of the merchant. */
export class SavedViews {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(): Promise<{ readonly items: readonly SavedView[] }> {
    return this.#connection.call('GET', PATH)
  }

  create(view: CreateViewRequest): Promise<SavedView> {
    return this.#connection.call('POST', PATH, { body: view })
  }

  delete(id: string): Promise<void> {
    return this.#connection.call('DELETE', `${PATH}/${encodeURIComponent(id)}`)
  }
}
