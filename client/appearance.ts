import type { Connection } from './connection.ts'

/** How your hosted page looks; null where as every other's. */
export interface Appearance {
  readonly display_name: string | null
  /** `#rrggbb`. */
  readonly accent_color: string | null
  readonly logo_url: string | null
}

/** Changes of the appearance; null removes a value. */
export interface AppearanceChanges {
  readonly display_name?: string | null
  readonly accent_color?: string | null
  /** A PNG or JPEG file as a `data:` address, at most 96 KiB and 2000 by 2000 pixels. */
  readonly logo?: string | null
}

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
