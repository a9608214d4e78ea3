import type { Connection } from './connection.ts'

/** Calls about one kind of object, through the connection of a `Tollgate`. */
export class Resource {
  /** Private also at run time: printing an object shows nothing of it. */
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  protected get connection(): Connection {
    return this.#connection
  }
}

/** Path of one object below the path of its kind. */
export function pathTo(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
