import type { Connection } from './connection.ts'

/** A saved card: enough to show it, never its number. */
export interface StoredPaymentMethod {
  /** The `payment_method_id` of a `saved_card` payment. */
  readonly token: string
  readonly type: 'card'
  readonly masked: string
  readonly brand: string | null
  readonly hash: string
  /** 1 to 12. Both are null for a card that cannot be read any more: have it removed and saved again. */
  readonly expiration_month: number | null
  readonly expiration_year: number | null
  /** Null for a card that was saved for nobody: it is found by its token only. */
  readonly customer_id: string | null
  readonly created_at: string
}

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
