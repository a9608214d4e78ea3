import { Resource } from './resource.ts'
import type { Appearance, AppearanceChanges } from './schema.ts'

const PATH = '/api/appearance'

/** Your name, color and logo on the hosted page. */
export class HostedPageAppearance extends Resource {
  show(): Promise<Appearance> {
    return this.connection.call('GET', PATH)
  }

  update(changes: AppearanceChanges): Promise<Appearance> {
    return this.connection.call('PATCH', PATH, { body: changes })
  }
}
