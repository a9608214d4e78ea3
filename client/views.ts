import type { Connection } from './connection.ts'

/** A named list of payments in the dashboard. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** Parameters of the dashboard's page of payments. */
  readonly filters: Readonly<Record<string, string>>
  readonly shared: boolean
  readonly created_at: string
}

const PATH = '/api/views'

/** The views that everybody of the merchant has. */
export class SavedViews {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(): Promise<{ readonly items: readonly SavedView[] }> {
    return this.#connection.call('GET', PATH)
  }

  create(view: Pick<SavedView, 'name' | 'filters'>): Promise<SavedView> {
    return this.#connection.call('POST', PATH, { body: view })
  }

  delete(id: string): Promise<void> {
    return this.#connection.call('DELETE', `${PATH}/${encodeURIComponent(id)}`)
  }
}
