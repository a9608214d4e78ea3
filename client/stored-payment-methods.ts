import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { PaymentMethodChanges, PaymentMethodFilters, StoredPaymentMethod } from './schema.ts'

const PATH = '/api/payment-methods'

/** Saved cards by their tokens. */
export class StoredPaymentMethods extends Resource {
  /** Your stored cards; `expires_before` finds those that expire before a month. */
  list(filters: PaymentMethodFilters = {}): Listing<StoredPaymentMethod> {
    return this.connection.list(PATH, filters)
  }

  show(token: string): Promise<StoredPaymentMethod> {
    return this.connection.call('GET', pathTo(PATH, token))
  }

  /** Changes the expiry or holder of a renewed card; the number stays. */
  update(token: string, changes: PaymentMethodChanges): Promise<StoredPaymentMethod> {
    return this.connection.call('PATCH', pathTo(PATH, token), { body: changes })
  }

  /** Erases the card; paying with it is refused from now on. */
  delete(token: string): Promise<void> {
    return this.connection.call('DELETE', pathTo(PATH, token))
  }
}
