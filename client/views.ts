import { pathTo, Resource } from './resource.ts'
import type { CreateViewRequest, SavedView } from './schema.ts'

const PATH = '/api/views'

/** Shared views of the merchant. */
export class SavedViews extends Resource {
  list(): Promise<{ readonly items: readonly SavedView[] }> {
    return this.connection.call('GET', PATH)
  }

  create(view: CreateViewRequest): Promise<SavedView> {
    return this.connection.call('POST', PATH, { body: view })
  }

  delete(id: string): Promise<void> {
    return this.connection.call('DELETE', pathTo(PATH, id))
  }
}
