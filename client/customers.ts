import type { CallOptions } from './connection.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type {
  ChangeCustomerRequest,
  CreateCustomerRequest,
  CustomerExport,
  CustomerRecord,
  Erasure,
  ErasureRequest,
  Page,
  StoredPaymentMethod,
} from './schema.ts'

const PATH = '/api/customers'
const ERASURES = '/api/erasures'

/** The people whose cards you keep. */
export class Customers extends Resource {
  list(page: Page = {}): Listing<CustomerRecord> {
    return this.connection.list(PATH, page)
  }

  /** The gateway makes an `id` where you give none of your own. */
  create(customer: CreateCustomerRequest = {}, options?: CallOptions): Promise<CustomerRecord> {
    return this.connection.call('POST', PATH, { body: customer, options })
  }

  show(id: string): Promise<CustomerRecord> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Changes a customer. Absent fields stay as they are; null clears one. */
  update(id: string, changes: ChangeCustomerRequest): Promise<CustomerRecord> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: changes })
  }

  /** Erases the customer and every card kept for them. */
  delete(id: string): Promise<void> {
    return this.connection.call('DELETE', pathTo(PATH, id))
  }

  /** Erases a person's data, in payments too. Permanent; show the erasure to see when it is complete. */
  erase(person: ErasureRequest, options?: CallOptions): Promise<Erasure> {
    return this.connection.call('POST', ERASURES, { body: person, options })
  }

  showErasure(id: string): Promise<Erasure> {
    return this.connection.call('GET', pathTo(ERASURES, id))
  }

  /** All that is held of a customer. */
  export(id: string): Promise<CustomerExport> {
    return this.connection.call('GET', `${pathTo(PATH, id)}/export`)
  }

  /** The cards a customer may pay with. */
  paymentMethods(id: string, page: Page = {}): Listing<StoredPaymentMethod> {
    return this.connection.list(`${pathTo(PATH, id)}/payment-methods`, page)
  }
}
