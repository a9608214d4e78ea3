import type { Customer } from '#domain/customer.ts'
import type { StoredCustomer } from '#flows/customers/index.ts'
import type { PaymentMethod } from '#flows/stored-cards/index.ts'

/** A customer as records show it (docs/reference/objects.md#customer). */
export function customerView(customer: Customer) {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    address: customer.address,
    city: customer.city,
    country: customer.country,
    postal_code: customer.postalCode,
    email: customer.email,
    phone: customer.phone,
  }
}

/** The same of a stored customer (docs/reference/customers.md#customers). */
export function customerRecordView(customer: StoredCustomer) {
  return { ...customerView(customer), created_at: customer.createdAt }
}

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
