import type { PaymentMethod } from '#flows/stored-cards/index.ts'

/** A stored payment method as the merchant sees it (docs/reference/customers.md#stored-cards). */
export function paymentMethodView(method: PaymentMethod) {
  return {
    token: method.token,
    type: 'card',
    masked: method.masked,
    brand: method.brand,
    hash: method.hash,
    expiration_month: method.expiry?.month ?? null,
    expiration_year: method.expiry?.year ?? null,
    customer_id: method.customerId,
    created_at: method.createdAt,
  }
}
