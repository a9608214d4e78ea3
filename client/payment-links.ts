import type { CallOptions } from './connection.ts'
import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { PaymentLink, PaymentLinkChanges, PaymentLinkFilters, PaymentLinkRequest } from './schema.ts'

const PATH = '/api/payment-links'

/** Links that shoppers pay on a page of the gateway. */
export class PaymentLinks extends Resource {
  /** Send `url` of the answer to the shopper, or print `qr_url`. */
  create(link: PaymentLinkRequest, options?: CallOptions): Promise<PaymentLink> {
    return this.connection.call('POST', PATH, { body: link, options })
  }

  list(filters: PaymentLinkFilters = {}): Listing<PaymentLink> {
    return this.connection.list(PATH, filters)
  }

  show(id: string): Promise<PaymentLink> {
    return this.connection.call('GET', pathTo(PATH, id))
  }

  /** Disables or enables a link, or changes its end, its limit or its texts. */
  update(id: string, changes: PaymentLinkChanges): Promise<PaymentLink> {
    return this.connection.call('PATCH', pathTo(PATH, id), { body: changes })
  }

  /** Sends a link by email, at most 20 times in 24 hours. */
  send(id: string, email: string, options?: CallOptions): Promise<PaymentLink> {
    return this.connection.call('POST', `${pathTo(PATH, id)}/send`, { body: { email }, options })
  }
}
