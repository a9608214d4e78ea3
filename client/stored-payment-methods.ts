import type { Connection } from './connection.ts'
import type { StoredPaymentMethod } from './schema.ts'

const PATH = '/api/payment-methods'

/** Saved cards by their tokens. */
export class StoredPaymentMethods {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  show(token: string): Promise<StoredPaymentMethod> {
    return this.#connection.call('GET', `${PATH}/${encodeURIComponent(token)}`)
  }

  /** Erases the card; paying with it is refused from now on. */
  delete(token: string): Promise<void> {
    return this.#connection.call('DELETE', `${PATH}/${encodeURIComponent(token)}`)
  }
}
