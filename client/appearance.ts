import type { Connection } from './connection.ts'
import type { Appearance, AppearanceChanges } from './schema.ts'

const PATH = '/api/appearance'

/** Your name, color and logo on the hosted page. */
export class HostedPageAppearance {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  show(): Promise<Appearance> {
    return this.#connection.call('GET', PATH)
  }

  update(changes: AppearanceChanges): Promise<Appearance> {
    return this.#connection.call('PATCH', PATH, { body: changes })
  }
}
